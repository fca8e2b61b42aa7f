import {
  type Ages,
  agesOf,
  agesOfAnswer,
  agesOfYears,
  bothOf,
  type CalendarDate,
  type MinimumAge,
  parseIsoDate,
} from "#lib/core/age.rules.ts";
import type { ClaimPath, ClaimRule, Requirement } from "./mapping.ts";

export type ClaimSets = Record<ClaimPath["source"], Record<string, unknown>>;

/**
 * What the claims prove, read by the provider's mapping. A claim that is there and cannot be read, or two claims that
 * contradict each other, prove nothing at all: any doubt is `null`, never a yes.
 */
export function agesFromClaims(
  rules: readonly ClaimRule[],
  sets: ClaimSets,
  asked: MinimumAge,
  today: CalendarDate,
): Ages | null {
  let known: Ages | null = null;
  for (const rule of rules) {
    const claim = claimAt(sets, rule, asked);
    if (claim === undefined) continue;
    // A yes or no without an age of its own has the age asked in its path: the configuration sees to that.
    const ages = TRANSFORMS[rule.transform](claim, rule.age ?? asked, today);
    if (ages === null) return null;
    known = known === null ? ages : bothOf(known, ages);
    if (known === null) return null;
  }
  return known;
}

/**
 * Whether all that must hold on an answer does. A claim that is missing, or is not one plain value, holds nothing: also not
 * that it is something else than what is forbidden.
 */
export function holdsAll(requirements: readonly Requirement[], sets: ClaimSets, asked: MinimumAge): boolean {
  return requirements.every((requirement) => {
    const claim = claimAt(sets, requirement, asked);
    if (claim === undefined) return requirement.mayBeMissing === true;
    if (!isPlain(claim)) return false;
    if (requirement.notEquals !== undefined) return claim !== requirement.notEquals;
    return requirement.oneOf?.includes(claim) ?? claim === requirement.equals;
  });
}

/** When the person signed in, in milliseconds since 1970; `null`: the answer does not say; `NaN`: nobody can read it. */
export function signedInAt(place: ClaimPath, sets: ClaimSets, asked: MinimumAge): number | null {
  const claim = claimAt(sets, place, asked);
  if (claim === undefined) return null;
  if (typeof claim === "number") return claim * 1000;
  return typeof claim === "string" && INSTANT.test(claim) ? Date.parse(claim) : Number.NaN;
}

/** ISO 8601 with its offset: without one, nobody knows which instant it is. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

function isPlain(claim: unknown): claim is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof claim);
}

type Transform = (claim: unknown, age: MinimumAge, today: CalendarDate) => Ages | null;

const TRANSFORMS: Record<ClaimRule["transform"], Transform> = {
  iso_date: (claim, _, today) => {
    const birth = typeof claim === "string" ? parseIsoDate(claim) : null;
    return birth && agesOf(birth, today);
  },
  int: (claim) => {
    if (typeof claim === "string" && /^\d{1,3}$/.test(claim)) return agesOfYears(Number(claim));
    return typeof claim === "number" ? agesOfYears(claim) : null;
  },
  bool: (claim, age) => (typeof claim === "boolean" ? agesOfAnswer(age, claim) : null),
  string_bool: (claim, age) => (claim === "true" || claim === "false" ? agesOfAnswer(age, claim === "true") : null),
  pair_colon: (claim) => {
    const pair = typeof claim === "string" ? /^(16|18):(true|false)$/.exec(claim) : null;
    return pair && agesOfAnswer(pair[1] === "18" ? 18 : 16, pair[2] === "true");
  },
};

function claimAt(sets: ClaimSets, { source, path }: ClaimPath, asked: MinimumAge): unknown {
  let at: unknown = sets[source];
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    const literal = key.replaceAll("{age}", String(asked));
    at = Object.hasOwn(at, literal) ? (at as Record<string, unknown>)[literal] : undefined;
  }
  return at ?? undefined;
}
