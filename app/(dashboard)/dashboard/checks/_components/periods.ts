import { formatShortDay } from "#app/_ui/format-date.ts";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { daysAfter, startOfDay } from "#lib/base/time.rules.ts";
import { RETENTION } from "#lib/retention/retention.rules.ts";

/** So long the list has a check. Its days are counted for longer. */
export const LISTED_DAYS = RETENTION.activity.until.days;

/** Finds the first UTC day of which every check is listed. */
export function firstListedDay(now: Date): Date {
  return daysAfter(startOfDay(now), 1 - LISTED_DAYS);
}

/** Says what the chosen period is called. */
export function periodWords(filter: CheckFilter, now: Date): string {
  return periodsOf(filter, now).find(({ isChosen }) => isChosen)?.words ?? "Last 30 days";
}

/** Lists the periods to choose from, in UTC days, and the one that the filter names if it is none of these. */
export function periodsOf({ from, to }: CheckFilter, now: Date) {
  const startOf = (ago: number) => daysAfter(startOfDay(now), -ago);
  const named = [
    { words: "Today", from: startOf(0) },
    { words: "Last 7 days", from: startOf(6) },
  ].map((period) => ({ ...period, to: null, isChosen: +period.from === Number(from) && to === undefined }));
  if ((from === undefined && to === undefined) || named.some(({ isChosen }) => isChosen)) return named;
  const nameOf = (day: Date) => formatShortDay(day, "UTC", now);
  const last = to && daysAfter(to, -1);
  const words =
    from === undefined
      ? `Until ${nameOf(last ?? now)}`
      : last === undefined
        ? `Since ${nameOf(from)}`
        : +last === +from
          ? nameOf(from)
          : `${nameOf(from)} to ${nameOf(last)}`;
  return [...named, { words, from: from ?? null, to: to ?? null, isChosen: true }];
}
