import type { Db } from "#db/client.ts";
import { sumMonth } from "#db/queries/billing-event-month.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { listSpans } from "#db/queries/stripe-customer.ts";
import { findSubscription, listTerms, readBillFacts } from "#db/queries/subscription.ts";
import { endOf, periodOf } from "#lib/base/time.rules.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { reusing } from "#lib/runtime/reuse.ts";
import { FORECAST_NEEDS_DAYS } from "./forecast.rules.ts";
import { readMonth } from "./issue-invoice.ts";
import { type Estimate, estimateOf, type MonthSoFar, restAt } from "./next-invoice.rules.ts";
import { stoppingCap } from "./spend.rules.ts";
import { termsOutside } from "./stripe/span.rules.ts";
import { STATES } from "./subscription.rules.ts";
import type { Terms } from "./terms.ts";
import { readRecentChecks } from "./usage.ts";

/** Holds what the invoice of this month follows from, if the terms stay and if they change now. */
export type Outlook = Awaited<ReturnType<typeof readOutlook>>;

const sumLargeMonth = reusing("month", sumMonth, (groups) => groups.reduce((sum, { quantity }) => sum + quantity, 0));

/** Part of verbs that have asked. */
export async function readOutlook(db: Db, organizationId: string) {
  const { today } = await readCalendar(db);
  const period = periodOf(today);
  const [subscription, spans, terms, month, recent, { usage }] = await Promise.all([
    findSubscription(db, organizationId),
    listSpans(db, organizationId),
    listTerms(db, organizationId, endOf(period)),
    readMonth(db, organizationId, period, undefined, sumLargeMonth),
    readRecentChecks(db, organizationId, today),
    readBillFacts(db, organizationId),
  ]);
  const soFar: MonthSoFar = {
    period,
    soFar: month.lines.filter((line) => line.kind !== "fee"),
    terms: termsOutside(terms, spans),
    taxBasisPoints: month.taxBasisPoints,
  };
  const { currency, taxBasisPoints } = month;
  const { taxName } = adminConfig().billing;
  return { today, period, subscription, soFar, recent, usage, currency, taxBasisPoints, taxName };
}

type Expected = Pick<Terms, "status" | "priceSMinor" | "priceBMinor" | "includedChecks">;

/** Estimates the invoice of this month if these terms hold for the rest of it, as far as the history allows. */
export function estimateAt(
  { today, period, subscription, recent, usage }: Outlook,
  month: MonthSoFar,
  expected: Expected,
): Estimate {
  if (STATES[expected.status].liveChecks === "no") return estimateOf(month, { checks: 0, amountMinor: 0 });
  if (recent.days < FORECAST_NEEDS_DAYS) return estimateOf(month, { checks: null, amountMinor: 0 });
  const perDay = { s: recent.counts.s / recent.days, b: recent.counts.b / recent.days };
  const cap = subscription && stoppingCap(subscription);
  const room = cap === null ? null : Math.max(0, cap - usage.spentMinor);
  return estimateOf(month, restAt(expected, { period, terms: month.terms }, usage.checks, perDay, today, room));
}
