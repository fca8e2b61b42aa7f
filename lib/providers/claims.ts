import {
  type Ages,
  agesOf,
  agesOfAnswer,
  agesOfYears,
  bothOf,
  type CalendarDate,
  type MinimumAge,
  parseIsoDate,
} from "#lib/rules/age.ts";
import type { ClaimRule } from "./configuration.ts";

export type ClaimSets = Record<ClaimRule["source"], Record<string, unknown>>;

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
    const claim = claimAt(sets[rule.source], rule.path, asked);
    if (claim === undefined) continue;
    const ages = TRANSFORMS[rule.transform](claim, rule.age ?? asked, today);
    if (ages === null) return null;
    known = known === null ? ages : bothOf(known, ages);
    if (known === null) return null;
  }
  return known;
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

function claimAt(claims: Record<string, unknown>, path: readonly string[], asked: MinimumAge): unknown {
  let at: unknown = claims;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    const literal = key.replaceAll("{age}", String(asked));
    at = Object.hasOwn(at, literal) ? (at as Record<string, unknown>)[literal] : undefined;
  }
  return at ?? undefined;
}
