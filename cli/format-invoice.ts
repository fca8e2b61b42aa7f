import { dayOf } from "#lib/base/time.rules.ts";
import type { ListedInvoice, ReadInvoice } from "#lib/billing/invoices.ts";
import type { Issued } from "#lib/billing/issue-invoice.ts";
import { money } from "#lib/billing/money.rules.ts";
import { columnsText, tableOf } from "./format-table.ts";

export function invoicesText(invoices: ListedInvoice[]): string {
  return tableOf(
    invoices.map((row) => ({
      number: row.number,
      kind: kindText(row.kind),
      organization: row.organizationId,
      month: row.period?.slice(0, 7) ?? null,
      issued: dayOf(row.issuedAt),
      total: money(row.totalMinor, row.currency),
      state: stateText(row),
    })),
  );
}

function stateText({ kind, totalMinor, dueOn, paidAt, creditedBy }: ListedInvoice): string | null {
  if (creditedBy !== null) return `credited by ${creditedBy}`;
  if (paidAt !== null) return `paid ${dayOf(paidAt)}`;
  return kind === "invoice" && totalMinor > 0 ? `due ${dueOn}` : null;
}

export function issuedText(rows: Issued[]): string {
  return tableOf(
    rows.map(({ number, kind, totalMinor, currency }) => ({
      number,
      kind: kindText(kind),
      total: money(totalMinor, currency),
    })),
  );
}

export function formatDocument({ document, paidAt, creditedBy }: ReadInvoice): string {
  const { title, facts, seller, billTo, columns, rows, totals, notes } = document;
  const parts = [
    title,
    columnsText([
      ...facts,
      ...(paidAt === null ? [] : [["Paid", dayOf(paidAt)] as const]),
      ...(creditedBy === null ? [] : [["Credited by", String(creditedBy)] as const]),
    ]),
    ["From", ...seller].join("\n"),
    ["To", ...billTo].join("\n"),
    tableOf(rows.map((cells) => Object.fromEntries(columns.map((name, n) => [name, cells[n]])))),
    columnsText(totals),
    ...notes,
  ];
  return parts.join("\n\n");
}

/** Answers the stored facts of a document, for JSON. */
export function recordOf({ row, lines, paidAt, credits, creditedBy }: ReadInvoice): object {
  const [digest, sealDigest] = [row.digest.toString("hex"), row.sealDigest?.toString("hex") ?? null];
  return { ...row, lines, digest, sealDigest, paidAt, credits, creditedBy };
}

function kindText(kind: ListedInvoice["kind"]): string {
  return kind === "invoice" ? "invoice" : "credit note";
}
