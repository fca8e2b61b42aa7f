import { formatShortDay } from "#app/_ui/format-date.ts";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { RETENTION } from "#lib/retention/retention.rules.ts";

const DAY_MS = 86_400_000;
/** So long the list has a check. Its days are counted for longer. */
export const LISTED_DAYS = RETENTION.activity.until.days;

/** The first UTC day of which every check is listed. */
export function firstListedDay(now: Date): Date {
  return new Date((Math.floor(+now / DAY_MS) - LISTED_DAYS + 1) * DAY_MS);
}

/** What the chosen period is called. */
export function periodWords(filter: CheckFilter, now: Date): string {
  return periodsOf(filter, now).find(({ isChosen }) => isChosen)?.words ?? "Last 30 days";
}

/** The periods to choose from, in UTC days, and the one that the filter names if it is none of these. */
export function periodsOf({ from, to }: CheckFilter, now: Date) {
  const startOf = (ago: number) => new Date(Math.floor(+now / DAY_MS) * DAY_MS - ago * DAY_MS);
  const named = [
    { words: "Today", from: startOf(0) },
    { words: "Last 7 days", from: startOf(6) },
  ].map((period) => ({ ...period, to: null, isChosen: +period.from === Number(from) && to === undefined }));
  if ((from === undefined && to === undefined) || named.some(({ isChosen }) => isChosen)) return named;
  const nameOf = (day: Date) => formatShortDay(day, "UTC", now);
  const last = to && new Date(+to - DAY_MS);
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
