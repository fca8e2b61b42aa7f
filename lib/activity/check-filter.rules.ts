import type { CheckFacts } from "#db/schema/check-facts.rules.ts";
import { MINIMUM_AGES, MODES, PROVIDERS } from "#db/schema/values.rules.ts";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import { CHECK_RESULTS, type CheckResult } from "./check-result.rules.ts";

/** Says which checks to show. */
export type CheckFilter = CheckFacts & { results?: CheckResult[] | undefined };

/**
 * Reads the filter that an address names. An unknown choice is ignored. A text to search for is taken as it is, so that
 * a typing error finds nothing rather than everything. Days are UTC days, as in the counters, and the last one is
 * included.
 */
export function readCheckFilter(params: URLSearchParams): CheckFilter {
  const given = (name: string) => params.get(name)?.trim() ?? "";
  const oneOf = <Value extends string | number>(values: readonly Value[], name: string) =>
    values.find((value) => String(value) === given(name));
  // A host has at most 253 characters, and no other text that we search for is longer.
  const text = (name: string) => (given(name).includes("\0") ? undefined : given(name).slice(0, 253) || undefined);
  const mode = oneOf(MODES, "mode") ?? "live";
  const results = CHECK_RESULTS.filter((result) => params.getAll("result").includes(result));
  const until = readDay(given("until"));
  return {
    mode,
    results: results.length > 0 ? results : undefined,
    provider: oneOf(PROVIDERS, "provider"),
    age: oneOf(MINIMUM_AGES, "age"),
    key: text("key"),
    host: text("host")?.toLowerCase(),
    from: readDay(given("since")),
    to: until && daysAfter(until, 1),
  };
}

/** Writes the address of a filter; `readCheckFilter` gives it back. */
export function checkFilterParams(filter: CheckFilter): URLSearchParams {
  const { mode, results = [], provider, age, key, host, from, to } = filter;
  const params = new URLSearchParams(mode === "test" ? { mode } : {});
  for (const result of results) params.append("result", result);
  const days = { since: from && dayOf(from), until: to && dayOf(daysAfter(to, -1)) };
  for (const [name, value] of Object.entries({ provider, age, key, host, ...days }))
    if (value) params.set(name, String(value));
  return params;
}

/** Reads a UTC day of this century. */
export function readDay(text: string): Date | undefined {
  const at = new Date(/^20\d\d-\d\d-\d\d$/.test(text) ? text : Number.NaN);
  // JavaScript takes 30 February for 2 March.
  return Number.isNaN(+at) || dayOf(at) !== text ? undefined : at;
}
