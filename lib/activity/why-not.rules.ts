import { WHY_NOT, type WhyNot } from "#db/schema/values.rules.ts";
import { daysAfter, HOUR_MS } from "#lib/base/time.rules.ts";

export { WHY_NOT, type WhyNot };

/** Counts the live checks of one organization on one UTC day that were not confirmed, by why. */
export type WhyNotCounts = Record<WhyNot, number>;

/** Says what may be told of such a day: some groups by name, and all others together. */
export type DisclosedCounts = Partial<WhyNotCounts> & { other: number };

/** Contract §5. */
const MIN_GROUP = 10;

/**
 * Names the groups of ten or more; `null`: no group may be named. The others together must be ten or more, too, or
 * none, because a reader knows the sum and could subtract. A group that is the only one of its day is not named either:
 * it would say everything about everybody of that day.
 */
export function disclosedCounts(counts: WhyNotCounts): DisclosedCounts | null {
  const groups = WHY_NOT.map((why) => ({ why, count: counts[why] })).toSorted((a, b) => b.count - a.count);
  const disclosed = groups.filter(({ count }) => count >= MIN_GROUP);
  let other = groups.filter(({ count }) => count < MIN_GROUP).reduce((sum, { count }) => sum + count, 0);
  while (other > 0 && other < MIN_GROUP) {
    const smallest = disclosed.pop();
    if (smallest === undefined) return null;
    other += smallest.count;
  }
  if (disclosed.length === 0 || (disclosed.length === 1 && other === 0)) return null;
  return { ...Object.fromEntries(disclosed.map(({ why, count }) => [why, count])), other };
}

/** Lasts longer than any event waits to be written. */
const SETTLED_AFTER_MS = HOUR_MS;

/** Tells how long after its link a check may end: the visitor has the time of the link, and then that of the eID. */
export function openMs({ linkMs, flowMs }: { linkMs: number; flowMs: number }): number {
  return linkMs + flowMs;
}

/**
 * Is the day over, has each of its checks ended, and is that written? Counts that still change would tell a reader about each
 * single check. `openMs`: the longest time from a link to the end of its check, which counts on the day of the link.
 */
export function isSettled(day: string, now: Date, openMs: number): boolean {
  return +now >= +daysAfter(Date.parse(day), 1) + openMs + SETTLED_AFTER_MS;
}
