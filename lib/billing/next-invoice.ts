import type { Db } from "#db/client.ts";
import { readBillFacts } from "#db/queries/bill-facts.ts";
import { sumMonth } from "#db/queries/billing-event-month.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { endOf, periodOf } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOrganization } from "#lib/core/read.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { reusing } from "#lib/runtime/reuse.ts";
import { FORECAST_NEEDS_DAYS } from "./forecast.rules.ts";
import { readMonth } from "./issue-invoice.ts";
import { type Estimate, estimateOf, type MonthSoFar, restAt } from "./next-invoice.rules.ts";
import { stoppingCap } from "./spend.rules.ts";
import { STATES } from "./subscription.rules.ts";
import type { Terms } from "./terms.ts";
import { readLately } from "./usage.ts";

/** `estimate.rest.checks`: `null` while there is too little history to expect anything. */
export type NextInvoice = Outlook["invoice"] & { estimate: Estimate };

/** Estimates the invoice of this month, if the rest of it is as the days before; `null`: there are no terms yet. Without what Stripe collects. */
export async function readNextInvoice(actor: Actor, organizationId: string) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const outlook = await readOutlook(db, organizationId);
    const { subscription, soFar, invoice } = outlook;
    const next = subscription && { ...invoice, estimate: estimateAt(outlook, soFar, subscription) };
    return { ok: true, next };
  });
}

/** Holds what the invoice of this month follows from, if the terms stay and if they change now. */
export type Outlook = Awaited<ReturnType<typeof readOutlook>>;

const sumLargeMonth = reusing("month", sumMonth, (groups) => groups.reduce((sum, { quantity }) => sum + quantity, 0));

/** Part of verbs that have asked. */
export async function readOutlook(db: Db, organizationId: string) {
  const { today } = await readCalendar(db);
  const period = periodOf(today);
  const [subscription, month, lately, { usage }] = await Promise.all([
    findSubscription(db, organizationId),
    readMonth(db, organizationId, period, undefined, sumLargeMonth),
    readLately(db, organizationId, today),
    readBillFacts(db, organizationId),
  ]);
  const { lines, terms, currency, taxBasisPoints } = month;
  const soFar: MonthSoFar = { period, soFar: lines.filter(({ kind }) => kind !== "fee"), terms, taxBasisPoints };
  const invoice = { issuedOn: endOf(period), currency, taxBasisPoints, taxName: adminConfig().billing.taxName };
  return { today, period, subscription, soFar, lately, usage, invoice };
}

type Expected = Pick<Terms, "status" | "priceSMinor" | "priceBMinor" | "includedChecks">;

/** Estimates the invoice of this month if these terms hold for the rest of it, as far as the history allows. */
export function estimateAt(
  { today, period, subscription, lately, usage }: Outlook,
  month: MonthSoFar,
  expected: Expected,
): Estimate {
  if (STATES[expected.status].liveChecks === "no") return estimateOf(month, { checks: 0, amountMinor: 0 });
  if (lately.dayAmounts.length < FORECAST_NEEDS_DAYS) return estimateOf(month, { checks: null, amountMinor: 0 });
  const cap = subscription && stoppingCap(subscription);
  const room = cap === null ? null : Math.max(0, cap - usage.spentMinor);
  return estimateOf(month, restAt(expected, { period, terms: month.terms }, usage.checks, lately.perDay, today, room));
}
