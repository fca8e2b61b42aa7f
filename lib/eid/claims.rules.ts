import { MINIMUM_AGES, type MinimumAge, readMinimumAge } from "#lib/core/age.rules.ts";
import {
  type Ages,
  agesOf,
  agesOfAnswer,
  agesOfYears,
  bothOf,
  type CalendarDate,
  isSameDate,
  parseIsoDate,
  yearsSince,
} from "#lib/core/birth-date.rules.ts";

/** Keys are literal, as names like `https://broker/dob` have dots and slashes; `{age}` is the age asked. */
export type ClaimPath = { source: "id_token" | "userinfo"; path: string[] };

/**
 * Says how one claim of an eID is read. `iso_date`: a birth date `YYYY-MM-DD` · `compact_date`: a birth date `YYYYMMDD`
 * · `int`: an age in whole years · `bool`, `string_bool`: a yes or no about `age`, or about the age that `{age}` in the
 * path stands for · `pair_colon`: `"18:true"`, and `threshold_object`: `{"ageOrOlder":18,"ageCheckPassed":true}`, a yes
 * or no that names its own age.
 */
export type ClaimRule = ClaimPath & {
  transform: "iso_date" | "bool" | "string_bool" | "pair_colon" | "threshold_object" | "int" | "compact_date";
  age?: MinimumAge | undefined;
};

type Plain = string | number | boolean;

/**
 * Holds what must hold on the signed answer, whatever it says about the age, because the visitor's browser carries the
 * request and can edit it. Exactly one of `equals`, `oneOf` and `notEquals`.
 */
export type Requirement = ClaimPath & {
  equals?: Plain | undefined;
  oneOf?: Plain[] | undefined;
  notEquals?: Plain | undefined;
  /** The claim may be missing; if it is there, it must hold. */
  mayBeMissing?: boolean | undefined;
};

export type ClaimSets = Record<ClaimPath["source"], Record<string, unknown>>;

/**
 * Says why an answer proves no age: it has none of the claims, one that cannot be read, or two that contradict each
 * other.
 */
export type NoAges = "missing" | "unreadable" | "contradictory";

export type AgesRead = { ok: true; ages: Ages } | { ok: false; reason: NoAges };

/** Reads ages by the provider's rules. An unreadable claim or a contradiction proves nothing at all. */
export function agesFromClaims(
  rules: readonly ClaimRule[],
  sets: ClaimSets,
  asked: MinimumAge,
  today: CalendarDate,
): AgesRead {
  let known: Statement | null = null;
  for (const rule of rules) {
    const claim = claimAt(sets, rule, asked);
    if (claim === undefined) continue;
    // A yes or no without an age of its own has the age asked in its path: the configuration's schema makes sure of that.
    const statement = TRANSFORMS[rule.transform](claim, rule.age ?? asked, today);
    if (statement === null) return { ok: false, reason: "unreadable" };
    known = known === null ? statement : bothStatements(known, statement);
    if (known === null) return { ok: false, reason: "contradictory" };
  }
  return known === null ? { ok: false, reason: "missing" } : { ok: true, ages: known.ages };
}

/** A claim that is missing or not one plain value meets no requirement, not even one that only forbids a value. */
export function meetsAll(requirements: readonly Requirement[], sets: ClaimSets, asked: MinimumAge): boolean {
  return requirements.every((requirement) => {
    const claim = claimAt(sets, requirement, asked);
    if (claim === undefined) return requirement.mayBeMissing === true;
    return isPlain(claim) && allows(requirement, claim);
  });
}

function allows({ equals, oneOf, notEquals }: Requirement, claim: Plain): boolean {
  if (notEquals !== undefined) return claim !== notEquals;
  return oneOf?.includes(claim) ?? claim === equals;
}

/** Does an answer that meets `own` always meet `other`, too? A rule that allows less does. */
export function keeps(own: Requirement, other: Requirement): boolean {
  const isSamePlace = own.source === other.source && own.path.join("\n") === other.path.join("\n");
  if (!isSamePlace || (own.mayBeMissing && !other.mayBeMissing)) return false;
  if (own.notEquals !== undefined) return own.notEquals === other.notEquals;
  return (own.oneOf ?? [own.equals]).every((claim) => claim !== undefined && allows(other, claim));
}

/**
 * Reads when the person signed in, in milliseconds since 1970; `null`: the answer does not say; `NaN`: it says so in an
 * unknown form.
 */
export function signedInAt(place: ClaimPath, sets: ClaimSets, asked: MinimumAge): number | null {
  const claim = claimAt(sets, place, asked);
  if (claim === undefined) return null;
  if (typeof claim === "number") return claim * 1000;
  return typeof claim === "string" && INSTANT.test(claim) ? Date.parse(claim) : Number.NaN;
}

/** ISO 8601 with its offset: without an offset it does not name an instant. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

function isPlain(claim: unknown): claim is Plain {
  return ["string", "number", "boolean"].includes(typeof claim);
}

/** Holds what one claim says, as closely as it does. `years`: also what a birth date gives today. */
type Statement = { ages: Ages; years: number | null; birth: CalendarDate | null };

/** `null`: they are not about one person, also where both are over 18. */
function bothStatements(a: Statement, b: Statement): Statement | null {
  const ages = bothOf(a.ages, b.ages);
  const [years, birth] = [a.years ?? b.years, a.birth ?? b.birth];
  if (ages === null || years !== (b.years ?? years)) return null;
  return birth && b.birth && !isSameDate(birth, b.birth) ? null : { ages, years, birth };
}

function statementOfBirth(birth: CalendarDate | null, today: CalendarDate): Statement | null {
  const ages = birth && agesOf(birth, today);
  return birth && ages && { ages, years: yearsSince(birth, today), birth };
}

function statementOfYears(years: number): Statement | null {
  const ages = agesOfYears(years);
  return ages && { ages, years, birth: null };
}

function statementOfAnswer(age: MinimumAge, answer: boolean): Statement {
  return { ages: agesOfAnswer(age, answer), years: null, birth: null };
}

type Transform = (claim: unknown, age: MinimumAge, today: CalendarDate) => Statement | null;

const TRANSFORMS: Record<ClaimRule["transform"], Transform> = {
  iso_date: (claim, _, today) => statementOfBirth(typeof claim === "string" ? parseIsoDate(claim) : null, today),
  compact_date: (claim, _, today) => {
    const digits = typeof claim === "string" ? /^(\d{4})(\d{2})(\d{2})$/.exec(claim) : null;
    return statementOfBirth(digits && parseIsoDate(digits.slice(1).join("-")), today);
  },
  int: (claim) => {
    if (typeof claim === "string" && /^\d{1,3}$/.test(claim)) return statementOfYears(Number(claim));
    return typeof claim === "number" ? statementOfYears(claim) : null;
  },
  bool: (claim, age) => (typeof claim === "boolean" ? statementOfAnswer(age, claim) : null),
  string_bool: (claim, age) =>
    claim === "true" || claim === "false" ? statementOfAnswer(age, claim === "true") : null,
  pair_colon: (claim) => {
    const pair = typeof claim === "string" ? /^(\d+):(true|false)$/.exec(claim) : null;
    const age = readMinimumAge(pair?.[1]);
    return age && statementOfAnswer(age, pair?.[2] === "true");
  },
  threshold_object: (claim) => {
    const { ageOrOlder, ageCheckPassed: answer } = (claim ?? {}) as Record<string, unknown>;
    const age = MINIMUM_AGES.find((one) => one === ageOrOlder);
    return age && typeof answer === "boolean" ? statementOfAnswer(age, answer) : null;
  },
};

/** A yes must name its age, or a visitor who edits the request to 16 gets one that reads like 18. `null`: sound. */
export function flawOfAge({ path, transform, age }: ClaimRule): string | null {
  if (transform !== "bool" && transform !== "string_bool")
    return age === undefined ? null : `has "age", which ${transform} does not take`;
  const text = path.join(" ");
  const isAsked = text.includes("{age}");
  if (isAsked === (age !== undefined)) return 'must name its age once: with {age} in the path, or with "age"';
  const named = [...text.matchAll(/\d+/g)].flatMap(([digits]) => readMinimumAge(digits) ?? []);
  return named.some((one) => one !== age) ? "has another age in its path than the one it is believed for" : null;
}

function claimAt(sets: ClaimSets, { source, path }: ClaimPath, asked: MinimumAge): unknown {
  let at: unknown = sets[source];
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    const literal = key.replaceAll("{age}", String(asked));
    at = Object.hasOwn(at, literal) ? (at as Record<string, unknown>)[literal] : undefined;
  }
  return at ?? undefined;
}
