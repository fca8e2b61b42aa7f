import { type CheckFilter, checkFilterParams } from "#lib/activity/check-filter.rules.ts";

export const CHECKS = "/dashboard/checks";

export type Params = Record<string, string | string[] | undefined>;

/** What an address asks, as its query. */
export function queryOf(params: Params): URLSearchParams {
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
  );
}

/** The list with a filter, or what is beside it. `before`: the page that it is on. */
export function checksHref(filter: CheckFilter, path = CHECKS, before: string | null = null): string {
  const params = checkFilterParams(filter);
  if (before !== null) params.set("before", before);
  return params.size > 0 ? `${path}?${params}` : path;
}

/** A filter without one of its parts, or with another one in its place. */
export function withPart(
  filter: CheckFilter,
  part: Partial<{ [Name in keyof CheckFilter]: CheckFilter[Name] | null }>,
) {
  const entries = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as CheckFilter;
}
