import { MINIMUM_AGES, MODES, PROVIDERS } from "#db/schema/values.rules.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { CHECK_RESULTS, type CheckResult } from "./check-result.rules.ts";

/** Of a live check it is not on record whether it went to the eID. */
export type FilterStep = "opened" | "claimed";

/** Which checks to show; an absent field does not filter. `to` is exclusive. */
export type CheckFilter = {
  mode: Mode;
  results?: CheckResult[];
  /** Only checks that reached this step, however they ended. */
  step?: FilterStep;
  provider?: ProviderId;
  age?: MinimumAge;
  key?: string;
  host?: string;
  from?: Date;
  to?: Date;
};

const DAY_MS = 86_400_000;

/**
 * The filter that an address names. An unknown choice is ignored. A text to search for is taken as it is, so that a typing
 * error finds nothing rather than everything. Days are UTC days, as in the counters.
 */
export function readCheckFilter(params: URLSearchParams): CheckFilter {
  const given = (name: string) => params.get(name)?.trim() || null;
  const results = CHECK_RESULTS.filter((result) => params.getAll("result").includes(result));
  const until = readDay(given("until"));
  const mode = oneOf(MODES, given("mode")) ?? "live";
  return {
    mode,
    ...named({
      results: results.length > 0 ? results : null,
      step: oneOf(mode === "test" ? ["opened", "claimed"] : ["opened"], given("step")),
      provider: oneOf(PROVIDERS, given("provider")),
      age: MINIMUM_AGES.find((age) => String(age) === given("age")) ?? null,
      key: shortened(given("key")),
      host: shortened(given("host"))?.toLowerCase() ?? null,
      from: readDay(given("since")),
      // The day that is named as the last is included.
      to: until && new Date(+until + DAY_MS),
    }),
  };
}

/** The address of a filter; `readCheckFilter` gives it back. */
export function checkFilterParams({
  mode,
  results = [],
  step,
  provider,
  age,
  key,
  host,
  from,
  to,
}: CheckFilter): URLSearchParams {
  const params = new URLSearchParams(mode === "test" ? { mode } : {});
  for (const result of results) params.append("result", result);
  if (step) params.set("step", step);
  if (provider) params.set("provider", provider);
  if (age) params.set("age", String(age));
  if (key) params.set("key", key);
  if (host) params.set("host", host);
  if (from) params.set("since", dayOf(from));
  if (to) params.set("until", dayOf(new Date(+to - DAY_MS)));
  return params;
}

/** A host has at most 253 characters, and no other text that we search for is longer. */
function shortened(text: string | null): string | null {
  return text === null || text.includes("\0") ? null : text.slice(0, 253);
}

/** A UTC day of this century. */
function readDay(text: string | null): Date | null {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = new Date(text);
  // JavaScript takes 30 February for 2 March.
  return Number.isNaN(+at) || dayOf(at) !== text ? null : at;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function oneOf<Word extends string>(words: readonly Word[], text: string | null): Word | null {
  return words.find((word) => word === text) ?? null;
}

type Named = Omit<CheckFilter, "mode">;

function named(all: { [Name in keyof Named]-?: Named[Name] | null }): Named {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
