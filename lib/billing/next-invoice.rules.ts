import { daysBetween, daysIn, type Period, startOf } from "#lib/base/time.rules.ts";
import { type Line, type Totals, totalsOf } from "./invoice.rules.ts";
import { type CheckCounts, checksCostOf } from "./plan-cost.rules.ts";
import { type FeeLine, feesOf, includedLeft, type Term } from "./proration.rules.ts";

type Prices = { priceSMinor: number; priceBMinor: number; includedChecks: number };

/** `soFar`: the lines of the month's checks until now. `terms`: all of the month, with those that hold from now on at the end. */
export type MonthSoFar = {
  period: Period;
  soFar: readonly Line[];
  terms: readonly (Term & { includedChecks: number })[];
  taxBasisPoints: number;
};

/** Counts what is still to come in the month. `checks`: `null` where their number is not known. */
type Rest = { checks: number | null; amountMinor: number };

/** Holds an invoice that is not issued yet. `soFarChecks` and `soFarMinor`: the checks until now. Amounts are without tax, but for `totals`. */
export type Estimate = {
  soFarChecks: number;
  soFarMinor: number;
  rest: Rest;
  fees: FeeLine[];
  feeMinor: number;
  totals: Totals;
};

export function estimateOf({ period, soFar, terms, taxBasisPoints }: MonthSoFar, rest: Rest): Estimate {
  const fees = feesOf(period, terms);
  const checks = soFar.filter((line) => line.kind !== "fee");
  return {
    soFarChecks: checks.reduce((sum, line) => sum + (line.kind === "reversals" ? -line.quantity : line.quantity), 0),
    soFarMinor: checks.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    rest,
    fees,
    feeMinor: fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    totals: totalsOf([...fees, ...checks, rest], taxBasisPoints),
  };
}

/** Expects as many checks a day as before. `room`: how much the spend cap leaves; `null`: nothing stops them. */
export function restAt(
  prices: Prices,
  { period, terms }: Pick<MonthSoFar, "period" | "terms">,
  usedChecks: number,
  perDay: CheckCounts,
  now: Date,
  room: number | null,
): Rest {
  const left = daysLeft(period, now);
  const counts = { s: perDay.s * left, b: perDay.b * left };
  const includedChecks = includedLeft(period, terms, usedChecks);
  const costMinor = checksCostOf({ ...prices, includedChecks }, counts);
  const share = room === null || costMinor <= room ? 1 : room / costMinor;
  return { checks: Math.round((counts.s + counts.b) * share), amountMinor: Math.round(costMinor * share) };
}

/** Counts the rest of a month in days, with the rest of today as a fraction. */
export function daysLeft(period: Period, now: Date): number {
  return Math.max(0, daysIn(period) - daysBetween(startOf(period), now));
}
