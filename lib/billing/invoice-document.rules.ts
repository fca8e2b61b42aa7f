import { monthText } from "#lib/base/time.rules.ts";
import { type Line, taxesOf } from "./invoice.rules.ts";
import { formatDocumentNumber, type NumberedDocument } from "./invoice-text.rules.ts";
import { count, money } from "./money.rules.ts";

export type DocumentFacts = Omit<NumberedDocument, "id" | "organizationId" | "creditsId" | "lines" | "sealDigest"> & {
  /** The number of the invoice that this credit note takes back, as people quote it. */
  credits: string | null;
  lines: readonly Line[];
  seal: string | null;
};

/** Holds a document in the words of page and PDF. They never change after the issue, so no payment is among them. */
export type Document = {
  name: string;
  /** As people quote it. */
  number: string;
  title: string;
  issuedAt: Date;
  facts: readonly (readonly [label: string, value: string])[];
  seller: readonly string[];
  billTo: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  totals: readonly (readonly [label: string, value: string])[];
  notes: readonly string[];
};

const COLUMNS = ["Description", "Quantity", "Unit price", "Amount"] as const;

export function documentOf(facts: DocumentFacts): Document {
  const { prefix, taxName, kind, currency, issuedAt, dueOn, period, credits, reason } = facts;
  const number = formatDocumentNumber(facts.number, prefix);
  const title = `${kind === "invoice" ? "Invoice" : "Credit note"} ${number}`;
  // U+2212 is as wide as a digit, and a screen reader says "minus" for it.
  const amount = (minor: number) => money(minor, currency).replace("-", "\u2212");
  const isDue = kind === "invoice" && facts.totalMinor > 0;
  return {
    name: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
    number,
    title,
    issuedAt,
    facts: [
      ["Issued", dateText(issuedAt)],
      ...(period ? ([["For", monthText(period)]] as const) : []),
      ...(credits === null ? [] : ([["Credits", `Invoice ${credits}`]] as const)),
      ...(reason === null ? [] : ([["Reason", reason]] as const)),
      ...(isDue ? ([["Due", dateText(new Date(`${dueOn}T00:00:00Z`))]] as const) : []),
    ],
    seller: linesIn(facts.seller),
    billTo: linesIn(facts.billTo),
    columns: COLUMNS,
    rows: facts.lines.map((line) => [
      describe(line),
      line.kind === "fee" ? "1" : count(line.quantity),
      amount(line.kind === "fee" ? line.amountMinor : line.unitMinor),
      amount(line.amountMinor),
    ]),
    totals: [
      ["Net", amount(facts.netMinor)],
      ...taxesOf(facts.lines, facts.taxBasisPoints).map(
        ({ basisPoints, taxMinor }) => [`${taxName} ${basisPoints / 100} %`, amount(taxMinor)] as const,
      ),
      ["Total", amount(facts.totalMinor)],
    ],
    notes: facts.seal === null ? [] : [`Ledger sealed up to row ${count(facts.sealPosition)}: ${facts.seal}`],
  };
}

export function describe(line: Line): string {
  if (line.kind === "fee") {
    const name = line.plan === null ? "Monthly fee" : `Monthly fee, ${line.plan}`;
    return line.days === line.daysOfMonth ? name : `${name}, ${line.days} of ${line.daysOfMonth} days`;
  }
  const checks = `Age checks with ${line.eid ?? `eID ${line.provider.toUpperCase()}`}`;
  if (line.kind === "reversals") return `Credited: ${checks}`;
  if (line.kind === "late") return `${checks}, of an earlier month that Stripe did not collect`;
  if (line.basis === "included") return `${checks}, included in the plan`;
  return line.basis === "over_cap" ? `${checks}, free: under way when the spend cap was reached` : checks;
}

function dateText(moment: Date): string {
  return moment.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

function linesIn(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
