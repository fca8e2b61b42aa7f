import { expect, test } from "vitest";
import type { ClaimRule, Requirement } from "#lib/eid/claims.rules.ts";
import { agesFromClaims, keeps, meetsAll, signedInAt } from "#lib/eid/claims.rules.ts";

const today = { year: 2026, month: 11, day: 21 };
/** The ages, or why there are none. */
const agesIn = (...of: Parameters<typeof agesFromClaims>) => {
  const read = agesFromClaims(...of);
  return read.ok ? read.ages : read.reason;
};
const read = (rule: Partial<ClaimRule>, claim: unknown, asked: 16 | 18 = 18) =>
  agesIn(
    [{ source: "id_token", path: ["claim"], transform: "bool", ...rule } as ClaimRule],
    { id_token: { claim }, userinfo: {} },
    asked,
    today,
  );

const ADULT = { 16: true, 18: true };
const MINOR = { 16: true, 18: false };

test.for<[string, ClaimRule["transform"], unknown, unknown]>([
  ["a birth date", "iso_date", "2008-11-21", ADULT],
  ["a birth date a day short", "iso_date", "2008-11-22", MINOR],
  ["an age in years", "int", 18, ADULT],
  ["an age in years, as text", "int", "17", MINOR],
  ["an age in years, as text, on the day", "int", "18", ADULT],
  ["three digits of an age", "int", "101", ADULT],
  ["no, as text", "string_bool", "false", { 16: null, 18: false }],
  ["a pair about 18 that says no", "pair_colon", "18:false", { 16: null, 18: false }],
  ["yes", "bool", true, ADULT],
  ["no", "bool", false, { 16: null, 18: false }],
  ["yes, as text", "string_bool", "true", ADULT],
  ["a pair about 18", "pair_colon", "18:true", ADULT],
  ["a pair about 16", "pair_colon", "16:true", { 16: true, 18: null }],
  ["a threshold", "threshold_object", { ageOrOlder: 18, ageCheckPassed: true }, ADULT],
  ["a threshold of 16", "threshold_object", { ageOrOlder: 16, ageCheckPassed: true }, { 16: true, 18: null }],
  [
    "a threshold that was not reached",
    "threshold_object",
    { ageOrOlder: 18, ageCheckPassed: false },
    { 16: null, 18: false },
  ],
  ["a birth date without hyphens", "compact_date", "20081121", ADULT],
  ["a birth date without hyphens, a day short", "compact_date", "20081122", MINOR],
  ["a pair that says no", "pair_colon", "16:false", { 16: false, 18: false }],
])("%s is read", ([, transform, claim, ages]) => expect(read({ transform }, claim)).toEqual(ages));

test.for<[ClaimRule["transform"], unknown]>([
  ["iso_date", "1990-17-02"],
  ["iso_date", 19900102],
  ["iso_date", ["1990-01-02"]],
  ["iso_date", "2030-01-01"],
  ["iso_date", "1900-01-01"],
  ["iso_date", "1955-09-82"],
  ["iso_date", "19900102"],
  ["int", "18 years"],
  ["int", "aged 18"],
  ["int", "0018"],
  ["int", ""],
  ["int", "121"],
  ["int", 121],
  ["int", [18]],
  ["int", 18.5],
  ["int", -1],
  ["int", true],
  ["int", "0x2a"],
  ["compact_date", "19901702"],
  ["compact_date", "1990-01-02"],
  ["compact_date", 19900102],
  ["compact_date", "1990010"],
  ["compact_date", "119900102"],
  ["compact_date", "199001022"],
  ["compact_date", ["19900102"]],
  ["compact_date", "19900000"],
  ["threshold_object", { ageOrOlder: 21, ageCheckPassed: true }],
  ["threshold_object", { ageOrOlder: "18", ageCheckPassed: true }],
  ["threshold_object", { ageOrOlder: 18, ageCheckPassed: "true" }],
  ["threshold_object", { ageCheckPassed: true }],
  ["threshold_object", { ageOrOlder: 18 }],
  ["threshold_object", "18:true"],
  ["threshold_object", [18, true]],
  ["bool", "true"],
  ["bool", 1],
  ["string_bool", true],
  ["string_bool", "TRUE"],
  ["string_bool", "yes"],
  ["pair_colon", "21:true"],
  ["pair_colon", "18:yes"],
  ["pair_colon", "18"],
  ["pair_colon", "x18:true"],
  ["pair_colon", "18:true,16:false"],
  ["pair_colon", ["18:true"]],
  ["string_bool", "is true"],
  ["pair_colon", true],
  ["iso_date", undefined],
  ["bool", null],
  ["int", null],
])("as %s, %j proves nothing", ([transform, claim]) =>
  expect(read({ transform }, claim)).toBe(claim === undefined || claim === null ? "missing" : "unreadable"),
);

test("a path is a list of literal keys, and {age} in one is the age asked", () => {
  const rule: ClaimRule = {
    source: "userinfo",
    path: ["https://broker.example/a.b", "is_over_{age}"],
    transform: "bool",
  };
  const claims = { "https://broker.example/a.b": { is_over_16: true, is_over_18: false } };
  expect(agesIn([rule], { id_token: {}, userinfo: claims }, 16, today)).toEqual({ 16: true, 18: null });
  expect(agesIn([rule], { id_token: {}, userinfo: claims }, 18, today)).toEqual({
    16: null,
    18: false,
  });
  expect(agesIn([rule], { id_token: claims, userinfo: {} }, 18, today)).toBe("missing");
});

test("two birth dates are of two people, also where both are as old, and where a claim between them names no day", () => {
  const rules: ClaimRule[] = [
    { source: "id_token", path: ["one"], transform: "iso_date" },
    { source: "id_token", path: ["years"], transform: "int" },
    { source: "id_token", path: ["other"], transform: "compact_date" },
  ];
  const ages = (claims: Record<string, unknown>) => agesIn(rules, { id_token: claims, userinfo: {} }, 18, today);
  expect(ages({ one: "1990-01-02", other: "19900102" })).toEqual(ADULT);
  expect(ages({ one: "1990-01-02", other: "19900103" })).toBe("contradictory");
  expect(ages({ one: "1990-01-02", years: 36, other: "19900103" })).toBe("contradictory");
});

test("a third claim does not settle what two others contradict each other about", () => {
  const rules = ["a", "b", "c"].map((path): ClaimRule => ({ source: "id_token", path: [path], transform: "int" }));
  const claims = { a: 17, b: 42, c: 42 };
  expect(agesIn(rules, { id_token: claims, userinfo: {} }, 18, today)).toBe("contradictory");
});

test("what stands on the way to a claim is an object, or there is no claim", () => {
  for (const claim of ["18", 18, null, undefined, true])
    expect(read({ path: ["claim", "length"], transform: "int" }, claim)).toBe("missing");
  expect(read({ path: ["claim", "a", "b"], transform: "bool" }, { a: { b: true } })).toEqual(ADULT);
  expect(read({ path: ["claim", "a"], transform: "bool" }, { a: null })).toBe("missing");
});

test("a yes or no is about the age that its rule names, whatever was asked", () => {
  expect(read({ transform: "bool", age: 16 }, true, 18)).toEqual({ 16: true, 18: null });
  expect(read({ transform: "bool", age: 18 }, true, 16)).toEqual(ADULT);
});

test("nothing is read from the language's own attic", () => {
  expect(read({ path: ["constructor", "name"], transform: "string_bool" }, true)).toBe("missing");
  expect(read({ path: ["__proto__"], transform: "bool" }, true)).toBe("missing");
});

test("two claims that contradict each other, or one that cannot be read beside one that can, prove nothing", () => {
  const rules: ClaimRule[] = [
    { source: "id_token", path: ["birth"], transform: "iso_date" },
    { source: "id_token", path: ["over"], transform: "bool", age: 18 },
  ];
  const ages = (claims: Record<string, unknown>) => agesIn(rules, { id_token: claims, userinfo: {} }, 18, today);
  expect(ages({ birth: "1990-01-02", over: true })).toEqual(ADULT);
  expect(ages({ birth: "2010-01-02", over: true })).toBe("contradictory");
  expect(ages({ birth: "1990-17-02", over: true })).toBe("unreadable");
  expect(ages({ over: true })).toEqual(ADULT);
  expect(ages({ birth: "1990-01-02" })).toEqual(ADULT);
  expect(ages({ birth: "2008-11-22" })).toEqual(MINOR);
  expect(ages({ birth: "1990-01-02", over: "yes" })).toBe("unreadable");
  expect(ages({})).toBe("missing");
});

test.for<[string, Record<string, unknown>, unknown]>([
  ["two birth dates of adults", { birth: "1984-02-29", compact: "19900102" }, "contradictory"],
  ["one birth date twice", { birth: "1984-02-29", compact: "19840229" }, ADULT],
  ["an age that the birth date does not give", { birth: "1984-02-29", years: "22" }, "contradictory"],
  ["an age that the birth date gives", { birth: "1984-02-29", years: "42" }, ADULT],
  ["an age that the birth date gives from today on", { birth: "1984-11-21", years: 42 }, ADULT],
  ["an age that the birth date gives from tomorrow on", { birth: "1984-11-22", years: 42 }, "contradictory"],
  ["two ages of adults", { years: 42, others: 43 }, "contradictory"],
  ["a birth date that an earlier yes stood before", { over: true, birth: "1984-02-29", years: 22 }, "contradictory"],
  ["a yes beside both", { birth: "1984-02-29", years: 42, over: true }, ADULT],
])("claims agree as closely as both tell it: %s", ([, claims, expected]) => {
  const rule = (path: string, transform: ClaimRule["transform"]): ClaimRule => ({
    source: path === "birth" ? "id_token" : "userinfo",
    path: [path],
    transform,
  });
  const rules = [
    { ...rule("over", "bool"), age: 18 } as const,
    rule("birth", "iso_date"),
    rule("compact", "compact_date"),
    rule("years", "int"),
    rule("others", "int"),
  ];
  for (const order of [rules, rules.toReversed()])
    expect(agesIn(order, { id_token: claims, userinfo: claims }, 18, today)).toEqual(expected);
});

const holds = (rule: Partial<Requirement>, claim: unknown, source: "id_token" | "userinfo" = "id_token") =>
  meetsAll(
    [{ source, path: ["a.b", "idp"], ...rule }],
    { id_token: {}, userinfo: {}, [source]: { "a.b": { idp: claim } } },
    18,
  );

test.for<[Partial<Requirement>, unknown, boolean]>([
  [{ equals: "mitid" }, "mitid", true],
  [{ equals: "mitid" }, "MitID", false],
  [{ equals: "mitid" }, ["mitid"], false],
  [{ equals: "mitid" }, undefined, false],
  [{ equals: "mitid" }, null, false],
  [{ equals: "" }, undefined, false],
  [{ equals: true }, true, true],
  [{ equals: true }, "true", false],
  [{ equals: 18 }, 18, true],
  [{ equals: 18 }, "18", false],
  [{ oneOf: ["a", "b"] }, "b", true],
  [{ oneOf: ["a", "b"] }, "c", false],
  [{ oneOf: ["a", "b"] }, undefined, false],
  [{ notEquals: "test" }, "private", true],
  [{ notEquals: "test" }, "test", false],
  [{ notEquals: "test" }, undefined, false],
  [{ notEquals: "test" }, ["private"], false],
  [{ notEquals: "test" }, { type: "private" }, false],
  [{ notEquals: false }, false, false],
  [{ equals: "a", mayBeMissing: true }, undefined, true],
  [{ equals: "a", mayBeMissing: true }, "b", false],
  [{ equals: "a", mayBeMissing: false }, undefined, false],
])("what must hold, %j, of %j: %j", ([rule, claim, expected]) => {
  expect(holds(rule, claim)).toBe(expected);
  expect(holds(rule, claim, "userinfo")).toBe(expected);
});

test.for<[Partial<Requirement>, Partial<Requirement>, boolean]>([
  [{ equals: "high" }, { equals: "high" }, true],
  [{ equals: "high" }, { equals: "low" }, false],
  [{ equals: "high" }, { equals: "high", source: "userinfo" }, false],
  [{ equals: "high", path: ["lo", "a"] }, { equals: "high", path: ["l", "oa"] }, false],
  [{ equals: "high", path: ["lo", "a"] }, { equals: "high", path: ["lo", "a"] }, true],
  [{ equals: "high" }, { equals: "high", mayBeMissing: true }, true],
  [{ equals: "high", mayBeMissing: true }, { equals: "high" }, false],
  [{ equals: "high", mayBeMissing: true }, { equals: "high", mayBeMissing: true }, true],
  [{ equals: "high" }, { oneOf: ["high", "substantial"] }, true],
  [{ oneOf: ["high", "substantial"] }, { equals: "high" }, false],
  [{ oneOf: ["high"] }, { oneOf: ["high", "substantial"] }, true],
  [{ equals: "private" }, { notEquals: "test" }, true],
  [{ equals: "test" }, { notEquals: "test" }, false],
  [{}, { notEquals: "test" }, false],
  [{ notEquals: "test" }, { notEquals: "test" }, true],
  [{ notEquals: "test" }, { notEquals: "other" }, false],
  [{ notEquals: "test" }, { equals: "private" }, false],
])("what meets %j always meets %j: %j", ([own, other, expected]) => {
  const at = { source: "id_token" as const, path: ["loa"] };
  expect(keeps({ ...at, ...own }, { ...at, ...other })).toBe(expected);
});

test("everything that must hold must hold", () => {
  const sets = { id_token: { a: 1 }, userinfo: { b: 2 } };
  const [a, b]: Requirement[] = [
    { source: "id_token", path: ["a"], equals: 1 },
    { source: "userinfo", path: ["b"], equals: 2 },
  ];
  if (!a || !b) throw new Error("two rules");
  expect(
    [[], [a], [a, b], [a, { ...b, equals: 3 }], [{ ...b, source: "id_token" as const }]].map((rules) =>
      meetsAll(rules, sets, 18),
    ),
  ).toEqual([true, true, true, false, false]);
});

test.for<[unknown, number | null]>([
  [1_795_000_000, 1_795_000_000_000],
  ["2026-11-21T10:00:00Z", Date.UTC(2026, 10, 21, 10)],
  ["2026-11-21T10:00:00.1234567Z", Date.UTC(2026, 10, 21, 10) + 123],
  ["2026-11-21T11:30:00+01:30", Date.UTC(2026, 10, 21, 10)],
  [undefined, null],
  [null, null],
  ["2026-11-21T10:00:00", Number.NaN],
  ["2026-11-21", Number.NaN],
  ["1795000000", Number.NaN],
  [" 2026-11-21T10:00:00Z", Number.NaN],
  ["+002026-11-21T10:00:00Z", Number.NaN],
  ["2026-11-21T10:00:00Z\n", Number.NaN],
  ["2026-13-21T10:00:00Z", Number.NaN],
  ["2026-11-21T10:00:00Z (just now)", Number.NaN],
  [["2026-11-21T10:00:00Z"], Number.NaN],
  [true, Number.NaN],
  [[1_795_000_000], Number.NaN],
])("a sign-in at %j is at %j", ([claim, at]) => {
  const place = { source: "id_token" as const, path: ["urn:a", "at"] };
  expect(signedInAt(place, { id_token: { "urn:a": { at: claim } }, userinfo: {} }, 18)).toEqual(at);
});
