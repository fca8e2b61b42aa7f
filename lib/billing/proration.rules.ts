import { daysAfter, daysIn, type Period, startOf, startOfDay } from "#lib/base/time.rules.ts";
import { STATES, type SubscriptionStatus } from "./subscription.rules.ts";

/** Holds the terms of a subscription from `startsAt` until the next term starts. */
export type Term = {
  startsAt: Date;
  status: SubscriptionStatus;
  planName: string | null;
  monthlyFeeMinor: number;
};

/** From `since` until before `until`, Stripe collects what an organization owes. `until`: `null` while it still does. */
export type StripeSpan = { since: Date; until: Date | null };

/** `amountMinor`: the share of `feeMinor` for `days` of the month. */
export type FeeLine = {
  kind: "fee";
  plan: string | null;
  feeMinor: number;
  days: number;
  daysOfMonth: number;
  amountMinor: number;
  taxBasisPoints?: never;
};

/**
 * Splits the monthly fee by days: an active UTC day costs its share of the dearest fee of the month so far, whose
 * checks may be used up. Shares are rounded together, so that a whole month costs exactly the fee.
 */
export function feesOf(period: Period, terms: readonly Term[]): FeeLine[] {
  const daysOfMonth = daysIn(period);
  const shares: { plan: string | null; feeMinor: number; days: number }[] = [];
  let dearest: Term | null = null;
  for (let day = 0; day < daysOfMonth; day += 1) {
    const start = daysAfter(startOf(period), day);
    const active = termsBetween(terms, +start, +daysAfter(start, 1)).filter(({ status }) => STATES[status].fee);
    for (const term of active) if (term.monthlyFeeMinor > (dearest?.monthlyFeeMinor ?? 0)) dearest = term;
    if (active.length === 0 || dearest === null) continue;
    const { planName: plan, monthlyFeeMinor: feeMinor } = dearest;
    // Only a dearer fee replaces the dearest one, so each amount belongs to one plan.
    const share = shares.find((one) => one.feeMinor === feeMinor);
    if (share) share.days += 1;
    else shares.push({ plan, feeMinor, days: 1 });
  }
  let [due, charged] = [0, 0];
  return shares.map(({ plan, feeMinor, days }) => {
    due += feeMinor * days;
    const amountMinor = Math.round(due / daysOfMonth) - charged;
    charged += amountMinor;
    return { kind: "fee", plan, feeMinor, days, daysOfMonth, amountMinor };
  });
}

/**
 * Says how many checks a month includes by its known terms, if the last one stays. Each UTC day on which a term that
 * allows live checks was active adds its share of the highest number that such a term has included in the month so far.
 * Rounded once, half up.
 */
export function includedOf(period: Period, terms: readonly (Term & { includedChecks: number })[]): number {
  const daysOfMonth = daysIn(period);
  let [highest, sum] = [0, 0];
  for (let day = 0; day < daysOfMonth; day += 1) {
    const start = daysAfter(startOf(period), day);
    const active = termsBetween(terms, +start, +daysAfter(start, 1)).filter(
      ({ status }) => STATES[status].liveChecks !== "no",
    );
    highest = Math.max(highest, ...active.map(({ includedChecks }) => includedChecks));
    if (active.length > 0) sum += highest;
  }
  return Math.round(sum / daysOfMonth);
}

export function includedLeft(period: Period, terms: Parameters<typeof includedOf>[1], usedChecks: number): number {
  return Math.max(0, includedOf(period, terms) - usedChecks);
}

/** Leaves out what Stripe collects: no fee of ours for a day that ends within a span, whenever Stripe reports it. */
export function termsOutside<One extends Term>(terms: readonly One[], spans: readonly StripeSpan[]): readonly One[] {
  return spans.reduce((known: readonly One[], { since, until }) => {
    const day = startOfDay(since);
    const from = new Date(until !== null && until < daysAfter(day, 1) ? since : day);
    const [before, after] = [
      known.filter(({ startsAt }) => startsAt < from),
      known.filter(({ startsAt }) => until !== null && startsAt >= until),
    ];
    const suspended = before.slice(-1).map((term) => ({ ...term, startsAt: from, status: "canceled" as const }));
    return [...before, ...suspended, ...after];
  }, terms);
}

/** Finds the term that was active at `start`, and those that started before `end`. */
function termsBetween<One extends Term>(terms: readonly One[], start: number, end: number): One[] {
  const before = terms.findLast(({ startsAt }) => +startsAt <= start);
  const begun = terms.filter(({ startsAt }) => +startsAt > start && +startsAt < end);
  return before ? [before, ...begun] : begun;
}
