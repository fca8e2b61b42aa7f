import type { Db } from "#db/client.ts";
import { sumCredit, sumGivenUp, sumMonth } from "#db/queries/billing-event-month.ts";
import { findInvoice, type InvoiceRow } from "#db/queries/invoice.ts";
import { listSpans } from "#db/queries/stripe-customer.ts";
import { listTerms } from "#db/queries/subscription.ts";
import { adminConfig } from "#lib/core/config.ts";
import { type Line, linesOf, takenBack } from "./invoice.rules.ts";
import { endOf, type Period, startOf } from "./period.rules.ts";
import { NO_CURRENCY } from "./spend.rules.ts";
import { termsOutside } from "./stripe/span.rules.ts";

/** What a month comes to beside Stripe, from the ledger and the terms that held; `taxBasisPoints`: the rate at its end. */
export type Month = { lines: Line[]; currency: string; taxBasisPoints: number };

/**
 * Reads the database and changes nothing: asked again, it says the same of a month that is over. `issuedAt`: the rate of its
 * invoice, where there is one; the instance's own may have changed since.
 */
export async function readMonth(db: Db, organizationId: string, period: Period, issuedAt?: number): Promise<Month> {
  const spans = await listSpans(db, organizationId);
  const [from, to] = [startOf(period), endOf(period)];
  const terms = await listTerms(db, organizationId, to);
  const last = terms.at(-1);
  const taxBasisPoints = issuedAt ?? last?.taxBasisPoints ?? adminConfig().billing.taxBasisPoints;
  const groups = [
    ...(await sumMonth(db, organizationId, from, to, spans, taxBasisPoints)),
    ...(await sumGivenUp(db, organizationId, from, to)),
  ];
  const currencies = new Set(groups.filter(({ amountMinor }) => amountMinor !== 0).map(({ currency }) => currency));
  if (currencies.size > 1) throw new Error("The ledger has one month in two currencies");
  const currency = [...currencies][0] ?? last?.currency ?? NO_CURRENCY;
  return {
    lines: linesOf(period, termsOutside(terms, spans), groups),
    currency,
    taxBasisPoints,
  };
}

/** The lines of an invoice or credit note as the ledger gives them now. */
export async function readLinesAgain(db: Db, row: InvoiceRow): Promise<Line[]> {
  if (row.period !== null) return (await readMonth(db, row.organizationId, row.period, row.taxBasisPoints)).lines;
  const credited = row.creditsId === null ? null : await findInvoice(db, { id: row.creditsId });
  return [...creditLines(credited), ...linesOf("2000-01-01", [], await sumCredit(db, row.organizationId, row.id))];
}

/** What a credit note takes back of what no row of the ledger's month says: fees, and what Stripe should have collected. */
export function creditLines(credited: Pick<InvoiceRow, "lines"> | null): Line[] {
  return takenBack(JSON.parse(credited?.lines ?? "[]") as Line[]);
}
