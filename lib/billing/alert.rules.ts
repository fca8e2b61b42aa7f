import { SPEND_THRESHOLDS, type SpendThreshold } from "#db/schema/values.rules.ts";
import type { Cap } from "./spend.rules.ts";

export { SPEND_THRESHOLDS, type SpendThreshold };

/** `dearestMinor`: what the dearest check costs. `hasIncluded`: the next one costs nothing, because the plan includes it. */
export type Spending = Cap & { spentMinor: number; dearestMinor: number; hasIncluded: boolean };

/**
 * Which shares of its cap a month has reached: none while checks are included. A cap that stops is reached when the dearest
 * check does not fit any more: from then on calls are refused, though cheaper ones may still fit; a cap of nothing is reached from the start.
 */
export function reachedOf({
  spendCapMinor,
  stopsAtCap,
  spentMinor,
  dearestMinor,
  hasIncluded,
}: Spending): SpendThreshold[] {
  if (spendCapMinor === null || hasIncluded) return [];
  if (stopsAtCap && spentMinor + dearestMinor > spendCapMinor) return [...SPEND_THRESHOLDS];
  return SPEND_THRESHOLDS.filter((percent) => spentMinor * 100 >= spendCapMinor * percent);
}

/** Less than this in an hour is nobody's worry. */
export const MIN_ALERT_MINOR = 30;
const TIMES_THE_BUSIEST = 4;
/** A key that is younger has no history to hold it against. */
const KNOWN_DAYS = 3;

/** Billed checks of one key. `busiest`: the most in any one hour of the two weeks before. `knownDays`: since it was made, or used. */
export type KeyRate = { lastHour: number; busiest: number; knownDays: number };

/** Is a key used far beyond its own history? */
export function isFarBeyond({ lastHour, busiest, knownDays }: KeyRate): boolean {
  return knownDays >= KNOWN_DAYS && lastHour >= MIN_ALERT_MINOR && lastHour > busiest * TIMES_THE_BUSIEST;
}
