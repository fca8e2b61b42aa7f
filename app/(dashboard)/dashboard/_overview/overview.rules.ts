import { readDay } from "#lib/activity/check-filter.rules.ts";
import { dayOf, daysAfter, daysBetween } from "#lib/base/time.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { RETENTION } from "#lib/retention/retention.rules.ts";

export const PERIODS: readonly number[] = [7, 30, 90];

/** Is so many UTC days up to today, or those of a range, both ends included. */
export type ShownDays = { days: number; range: { since: string; until: string } | null };

/** So far back days are counted. */
const COUNTED_DAYS = RETENTION.activity_count.until.days;

/**
 * Reads the period that an address names: `days=7`, or `since=2026-11-03&until=2026-11-09`. A range goes up to today without its
 * last day, has thirty days without its first, and keeps to the last `known` days.
 */
export function readShownDays(
  query: URLSearchParams,
  now: Date,
  { periods, known }: { periods: readonly number[]; known: number } = { periods: PERIODS, known: COUNTED_DAYS },
): ShownDays {
  const given = { since: dayIn(query.get("since")), until: dayIn(query.get("until")) };
  if (given.since === null && given.until === null)
    return { days: periods.find((days) => String(days) === query.get("days")) ?? DEFAULT_DAYS, range: null };
  const [first, today] = [dayOf(daysAfter(now, 1 - known)), dayOf(now)];
  const until = given.until !== null && given.until < today ? given.until : today;
  const since = given.since ?? dayOf(daysAfter(Date.parse(until), 1 - DEFAULT_DAYS));
  const range = { since: since > first ? since : first, until };
  const days = daysBetween(Date.parse(range.since), Date.parse(until)) + 1;
  return days > 0 ? { days, range } : { days: DEFAULT_DAYS, range: null };
}

const DEFAULT_DAYS = 30;

function dayIn(text: string | null): string | null {
  const at = text === null ? undefined : readDay(text);
  return at === undefined ? null : dayOf(at);
}

type Asked = { mode: Mode; days: number; range?: ShownDays["range"] };

/** Says what an address asks that shows these days of a mode. */
export function overviewQuery({ mode, days, range }: Asked): Record<string, string> {
  return { mode, ...(range ?? (days !== DEFAULT_DAYS && { days: String(days) })) };
}

export function overviewAddress(asked: Asked): string {
  return addressOf("/dashboard", overviewQuery(asked));
}

/** Is every day counted of the period before, which is as long as this one? */
export function isBeforeCounted(first: string, days: number, now: Date): boolean {
  return daysBetween(Date.parse(first), now) + days < COUNTED_DAYS;
}

export function addressOf(path: string, query: Record<string, string>): string {
  const params = new URLSearchParams(query);
  return params.size > 0 ? `${path}?${params}` : path;
}

export function percentOf(part: number, all: number): number {
  return all === 0 ? 0 : (part / all) * 100;
}

/** Writes a number as the reader does. */
export type Count = (value: number) => string;

/** Writes for example "97.3 %"; "100 %" and "0 %" only where it is so. */
export function percentText(part: number, all: number, count: Count): string {
  if (part === 0 || part === all) return part === 0 ? "0 %" : "100 %";
  return `${count(toTenths(Math.min(99.9, Math.max(0.1, percentOf(part, all)))))} %`;
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Tells days before the organization from days without checks: nothing to know is not zero. */
export function isUnknown({ day, made }: { day: string; made: number }, createdAt: Date): boolean {
  return made === 0 && day < dayOf(createdAt);
}

/** Writes for example "70 %", and "99.9 %" where a whole number would say all or none. */
function wholePercentText(part: number, all: number, count: Count): string {
  const whole = Math.round(percentOf(part, all));
  return whole === 0 || whole === 100 ? percentText(part, all, count) : `${count(whole)} %`;
}

/** So many checks have a share worth telling in percent. */
const MIN_CHECKS = 20;

type Share = { made: number; confirmed: number };

/** Writes the one sentence of the page in its parts, such as "70 % confirmed", "6,002 of 8,581 checks". */
export function shareParts({ made, confirmed }: Share, mode: Mode, count: Count): string[] {
  const checks = `${count(confirmed)} of ${count(made)} ${mode === "test" ? "test " : ""}${made === 1 ? "check" : "checks"}`;
  return made < MIN_CHECKS
    ? [`${checks} confirmed`]
    : [`${wholePercentText(confirmed, made, count)} confirmed`, checks];
}

/** `words`: such as "3 points". */
export type Change = { direction: "up" | "down" | null; words: string };

/** Tells the change of the share against the period before; `null`: one of them had too few checks for a share. */
export function changeOf(now: Share, before: Share, count: Count): Change | null {
  if (Math.min(now.made, before.made) < MIN_CHECKS) return null;
  const points = Math.round(percentOf(now.confirmed, now.made) - percentOf(before.confirmed, before.made));
  if (points === 0) return { direction: null, words: "no change" };
  const amount = Math.abs(points);
  return { direction: points > 0 ? "up" : "down", words: `${count(amount)} ${amount === 1 ? "point" : "points"}` };
}

/** Counts the calls that were refused, for all of these reasons. */
export function eventsOf(refused: readonly { events: number }[]): number {
  return refused.reduce((sum, { events }) => sum + events, 0);
}

const MIN_REFUSED = 20;

/** Are there half as many refused calls again as before, and enough of them to be no accident? */
export function isRising(now: number, before: number): boolean {
  return now >= MIN_REFUSED && now >= before * 1.5;
}
