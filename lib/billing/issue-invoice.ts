import type { Db, Transaction } from "#db/client.ts";
import { sumCredit, sumGivenUp, sumMonth } from "#db/queries/billing-event-month.ts";
import { findBillTo } from "#db/queries/former-organization.ts";
import { findInvoice, type InvoiceRow, insertInvoice, takeNumber } from "#db/queries/invoice.ts";
import { findLastSeal } from "#db/queries/ledger-seal.ts";
import { listTerms } from "#db/queries/subscription.ts";
import { listSpans } from "#db/queries/subscription-span.ts";
import { dayOf, daysAfter, endOf, type Period, startOf } from "#lib/base/time.rules.ts";
import { liveEidNames } from "#lib/eid/providers.ts";
import { log } from "#lib/observe/log.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { eidsOn, type Line, linesOf, takenBack, textOfLines, totalsOf, withEids } from "./invoice.rules.ts";
import { documentText, type NumberedDocument } from "./invoice-text.rules.ts";
import { linkOf, NO_SEAL } from "./ledger-seal.ts";
import { termsOutside } from "./proration.rules.ts";
import { NO_CURRENCY } from "./spend.rules.ts";

type MonthTerm = Awaited<ReturnType<typeof listTerms>>[number];

/** Holds what we invoice for a month, without what Stripe collects. `terms`: those of our fee. `taxBasisPoints`: the tax rate at the end of the month. */
export type Month = { lines: Line[]; terms: readonly MonthTerm[]; currency: string; taxBasisPoints: number };

/** Computes a month from ledger and terms. `issuedRate`: of its invoice; the instance's may have changed since. */
export async function readMonth(
  db: Db,
  organizationId: string,
  period: Period,
  issuedRate?: number,
  sum = sumMonth,
): Promise<Month> {
  const spans = await listSpans(db, organizationId);
  const [from, to] = [startOf(period), endOf(period)];
  const known = await listTerms(db, organizationId, to);
  const [terms, last] = [termsOutside(known, spans), known.at(-1)];
  const taxBasisPoints = issuedRate ?? last?.taxBasisPoints ?? adminConfig().billing.taxBasisPoints;
  const groups = [
    ...(await sum(db, organizationId, from, to, spans, taxBasisPoints)),
    ...(await sumGivenUp(db, organizationId, from, to)),
  ];
  const currencies = new Set(groups.filter(({ amountMinor }) => amountMinor !== 0).map(({ currency }) => currency));
  if (currencies.size > 1) throw new Error("The ledger has one month in two currencies");
  const currency = [...currencies][0] ?? last?.currency ?? NO_CURRENCY;
  return { lines: linesOf(period, terms, groups), terms, currency, taxBasisPoints };
}

/** Computes the lines of an issued invoice or credit note again, from the ledger of now. */
export async function readLinesAgain(db: Db, row: InvoiceRow): Promise<Line[]> {
  // The ledger has letters: what an eID was called then stands on the document alone.
  const names = eidsOn(JSON.parse(row.lines) as Line[]);
  if (row.period !== null) {
    const month = await readMonth(db, row.organizationId, row.period, row.taxBasisPoints);
    return withEids(month.lines, names);
  }
  const credited = row.creditsId === null ? null : await findInvoice(db, { id: row.creditsId });
  const reversals = linesOf("2000-01-01", [], await sumCredit(db, row.organizationId, row.id));
  return withEids([...creditLines(credited), ...reversals], names);
}

/** Makes the credit note's lines that no reversal in the ledger stands for: fees, and checks that Stripe should have collected. */
export function creditLines(credited: Pick<InvoiceRow, "lines"> | null): Line[] {
  return takenBack(JSON.parse(credited?.lines ?? "[]") as Line[]);
}

type DraftName = "id" | "organizationId" | "period" | "creditsId" | "reason" | "currency" | "taxBasisPoints";
type Draft = Pick<NumberedDocument, DraftName> & { lines: readonly Line[]; today: Date };

export type Issued = Pick<NumberedDocument, "id" | "number" | "kind" | "totalMinor" | "currency">;

/**
 * Numbers a document and writes it for good, in one transaction, so that numbers have no holes. Its digest covers the
 * one before it and goes to the log, which nobody rewrites with the database.
 */
export async function issueDocument(tx: Transaction, { lines, today, ...draft }: Draft) {
  const { billing } = adminConfig();
  const totals = totalsOf(lines, draft.taxBasisPoints);
  const seal = await findLastSeal(tx, draft.organizationId);
  const kind: Issued["kind"] = draft.creditsId || totals.totalMinor < 0 ? "credit_note" : "invoice";
  const number = await takeNumber(tx);
  const before = await findInvoice(tx, { number: number - 1 });
  const document: NumberedDocument = {
    ...draft,
    ...totals,
    number,
    prefix: billing.prefix,
    taxName: billing.taxName,
    kind,
    issuedAt: today,
    dueOn: dayOf(daysAfter(today, billing.dueDays)),
    lines: textOfLines(withEids(lines, liveEidNames())),
    seller: billing.seller,
    billTo: (await findBillTo(tx, draft.organizationId, billing.taxName)) ?? "",
    sealPosition: seal?.position ?? 0,
    sealDigest: seal?.digest ?? null,
  };
  const digest = linkOf(before?.digest ?? NO_SEAL, documentText(document));
  await insertInvoice(tx, { ...document, digest });
  log.info({ event: "document_issued", number, digest: digest.toString("hex") });
  return { id: draft.id, number, kind, totalMinor: totals.totalMinor, currency: draft.currency };
}

/** Asks for INVOICE_SELLER: an invoice must name a seller. */
export function hasSeller(): boolean {
  return adminConfig().billing.seller !== "";
}
