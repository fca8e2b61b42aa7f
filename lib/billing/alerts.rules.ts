import { SPEND_THRESHOLDS, type SpendThreshold } from "#db/schema/values.rules.ts";
import type { Cap } from "./spend.rules.ts";

export { SPEND_THRESHOLDS, type SpendThreshold };

/** `dearestMinor`: the price of the dearest check. `hasIncluded`: the plan still includes the next check, so it costs nothing. */
export type Spending = Cap & { spentMinor: number; dearestMinor: number; hasIncluded: boolean };

/** Lists reached thresholds. A cap that stops is reached as soon as the dearest check no longer fits. */
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

/** A key with fewer billed checks in an hour raises no alert. */
export const MIN_ALERT_CHECKS = 30;
const TIMES_THE_BUSIEST = 4;
/** A younger key has too little history to compare with. */
const MIN_KNOWN_DAYS = 3;

/** Billed checks of one key. `busiest`: the highest count of one hour in the two weeks before. `knownDays`: age of the key, or of its first check. */
export type KeyRate = { lastHour: number; busiest: number; knownDays: number };

export function isFarBeyond({ lastHour, busiest, knownDays }: KeyRate): boolean {
  return knownDays >= MIN_KNOWN_DAYS && lastHour >= MIN_ALERT_CHECKS && lastHour > busiest * TIMES_THE_BUSIEST;
}
