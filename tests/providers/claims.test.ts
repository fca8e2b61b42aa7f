import { expect, test } from "vitest";
import { agesFromClaims } from "#lib/providers/claims.ts";
import type { ClaimRule } from "#lib/providers/configuration.ts";

const today = { year: 2026, month: 11, day: 21 };
const read = (rule: Partial<ClaimRule>, claim: unknown, asked: 16 | 18 = 18) =>
  agesFromClaims(
    [{ source: "id_token", path: ["claim"], transform: "bool", ...rule } as ClaimRule],
    { id_token: { claim }, userinfo: {} },
    asked,
    today,
  );

const ADULT = { over16: true, over18: true };
const MINOR = { over16: true, over18: false };

test.for<[string, ClaimRule["transform"], unknown, unknown]>([
  ["a birth date", "iso_date", "2008-11-21", ADULT],
  ["a birth date a day short", "iso_date", "2008-11-22", MINOR],
  ["an age in years", "int", 18, ADULT],
  ["an age in years, as text", "int", "17", MINOR],
  ["yes", "bool", true, ADULT],
  ["no", "bool", false, { over16: null, over18: false }],
  ["yes, as text", "string_bool", "true", ADULT],
  ["a pair about 18", "pair_colon", "18:true", ADULT],
  ["a pair about 16", "pair_colon", "16:true", { over16: true, over18: null }],
  ["a pair that says no", "pair_colon", "16:false", { over16: false, over18: false }],
])("%s is read", ([, transform, claim, ages]) => expect(read({ transform }, claim)).toEqual(ages));

test.for<[ClaimRule["transform"], unknown]>([
  ["iso_date", "1990-17-02"],
  ["iso_date", 19900102],
  ["iso_date", ["1990-01-02"]],
  ["iso_date", "2030-01-01"],
  ["int", "18 years"],
  ["int", 18.5],
  ["int", -1],
  ["int", true],
  ["int", "0x2a"],
  ["bool", "true"],
  ["bool", 1],
  ["string_bool", true],
  ["string_bool", "TRUE"],
  ["string_bool", "yes"],
  ["pair_colon", "21:true"],
  ["pair_colon", "18:yes"],
  ["pair_colon", "18"],
  ["pair_colon", true],
  ["iso_date", undefined],
  ["bool", null],
])("as %s, %j proves nothing", ([transform, claim]) => expect(read({ transform }, claim)).toBeNull());

test("a path is a list of literal keys, and {age} in one is the age asked", () => {
  const rule: ClaimRule = {
    source: "userinfo",
    path: ["https://broker.example/a.b", "is_over_{age}"],
    transform: "bool",
  };
  const claims = { "https://broker.example/a.b": { is_over_16: true, is_over_18: false } };
  expect(agesFromClaims([rule], { id_token: {}, userinfo: claims }, 16, today)).toEqual({ over16: true, over18: null });
  expect(agesFromClaims([rule], { id_token: {}, userinfo: claims }, 18, today)).toEqual({
    over16: null,
    over18: false,
  });
  expect(agesFromClaims([rule], { id_token: claims, userinfo: {} }, 18, today)).toBeNull();
});

test("nothing is read from the language's own attic", () => {
  expect(read({ path: ["constructor", "name"], transform: "string_bool" }, true)).toBeNull();
  expect(read({ path: ["__proto__"], transform: "bool" }, true)).toBeNull();
});

test("two claims that contradict each other, or one that cannot be read beside one that can, prove nothing", () => {
  const rules: ClaimRule[] = [
    { source: "id_token", path: ["birth"], transform: "iso_date" },
    { source: "id_token", path: ["over"], transform: "bool", age: 18 },
  ];
  const ages = (claims: Record<string, unknown>) =>
    agesFromClaims(rules, { id_token: claims, userinfo: {} }, 18, today);
  expect(ages({ birth: "1990-01-02", over: true })).toEqual(ADULT);
  expect(ages({ birth: "2010-01-02", over: true })).toBeNull();
  expect(ages({ birth: "1990-17-02", over: true })).toBeNull();
  expect(ages({ over: true })).toEqual(ADULT);
  expect(ages({})).toBeNull();
});
