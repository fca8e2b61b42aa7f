import { WHY_NOT, type WhyNot } from "#db/schema/values.rules.ts";

export { WHY_NOT, type WhyNot };

/** The live checks of one organization on one UTC day that were not confirmed, by why. */
export type WhyNotCounts = Record<WhyNot, number>;

/** What may be said of such a day: the groups that are told apart, and all others together; `null`: no group may be. */
export type DisclosedCounts = Partial<WhyNotCounts> & { other: number };

/** Contract §5. */
const MIN_GROUP = 10;

/**
 * The groups of ten or more. The others, taken together, must be ten or more too, or none: a reader knows the sum, and would
 * have their number by subtraction. Nor is a group told that is all there is: then everybody of that day would be known.
 */
export function disclosedCounts(counts: WhyNotCounts): DisclosedCounts | null {
  const groups = WHY_NOT.map((why) => ({ why, count: counts[why] })).toSorted((a, b) => b.count - a.count);
  const told = groups.filter(({ count }) => count >= MIN_GROUP);
  let other = groups.filter(({ count }) => count < MIN_GROUP).reduce((sum, { count }) => sum + count, 0);
  while (other > 0 && other < MIN_GROUP) {
    const smallest = told.pop();
    if (smallest === undefined) return null;
    other += smallest.count;
  }
  if (told.length === 0 || (told.length === 1 && other === 0)) return null;
  return { ...Object.fromEntries(told.map(({ why, count }) => [why, count])), other };
}

const DAY_MS = 86_400_000;
/** Longer than any event waits to be written. */
const SETTLED_AFTER_MS = 3_600_000;

/** A day's counts are told when they change no more: who reads them after each check would learn of that check. */
export function isSettled(day: string, now: Date): boolean {
  return +now >= +new Date(`${day}T00:00:00Z`) + DAY_MS + SETTLED_AFTER_MS;
}
