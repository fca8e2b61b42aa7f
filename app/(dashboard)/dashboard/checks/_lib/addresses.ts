import { unknownFilters } from "#app/(dashboard)/_lib/unknown-filters.rules.ts";
import { type CheckFilter, checkFilterParams, readCheckFilter } from "#lib/activity/check-filter.rules.ts";
import type { RefusedAsked } from "#lib/activity/refused.ts";
import { readShownDays, type ShownDays } from "../../_overview/overview.rules.ts";
import { LISTED_DAYS } from "../_components/periods.ts";

export const CHECKS = "/dashboard/checks";

const MAX_TRAIL = 20;

/** Reads the cursor of a page. `before`: the cursors of the pages on the way there, the last one its own. */
export function cursorOf(before: string | null): string | null {
  return before?.split(".").at(-1) ?? null;
}

/** Finds the page after this one. Of a long way back the first pages are dropped. */
export function olderThan(before: string | null, next: string): string {
  return [...(before?.split(".") ?? []), next].slice(-MAX_TRAIL).join(".");
}

/** Finds the page before this one; `null`: the newest. */
export function newerThan(before: string): string | null {
  return before.includes(".") ? before.slice(0, before.lastIndexOf(".")) : null;
}

/** Leads to the list with a filter, or what is beside it. `before`: the page that it is on. */
export function checksHref(filter: CheckFilter, path = CHECKS, before: string | null = null): string {
  const params = checkFilterParams(filter);
  if (before !== null) params.set("before", before);
  return params.size > 0 ? `${path}?${params}` : path;
}

/** Leads to the panel of a check beside the list, and in it the heading, which gets the focus. */
export function panelHref(filter: CheckFilter, reference: string, before: string | null): string {
  return `${checksHref(filter, `${CHECKS}/${reference}`, before)}#panel-title`;
}

/** Lists the periods to choose from. No refused call is kept for longer. */
export const REFUSED_PERIODS = [7, LISTED_DAYS] as const;

/** Reads which refused calls an address asks for, and the days as their menu shows them. */
export function readRefusedAsked(params: URLSearchParams, now: Date): { asked: RefusedAsked; shown: ShownDays } {
  const { mode, key } = readCheckFilter(params);
  const shown = readShownDays(params, now, { periods: REFUSED_PERIODS, known: LISTED_DAYS });
  return { asked: { mode, key, days: shown.days, until: shown.range?.until }, shown };
}

/** Lists what an address asks that is no filter of the list. */
export function unknownIn(params: URLSearchParams, filter: CheckFilter): string[] {
  const read = checkFilterParams(filter);
  read.set("mode", filter.mode);
  return unknownFilters(params, read, ["before", "reference"]);
}

/** Takes a part out of a filter, or puts another one in its place. */
export function withPart(
  filter: CheckFilter,
  part: Partial<{ [Name in keyof CheckFilter]: CheckFilter[Name] | null }>,
) {
  const entries = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as CheckFilter;
}
