import { expect, test } from "vitest";
import {
  agesOf,
  agesOfAnswer,
  agesOfYears,
  bothOf,
  dateIn,
  hasReached,
  parseIsoDate,
} from "#lib/core/birth-date.rules.ts";

const day = (text: string) => parseIsoDate(text) ?? { year: 0, month: 0, day: 0 };

test.for([
  ["the day before the 18th birthday", "2008-11-22", "2026-11-21", false],
  ["the 18th birthday", "2008-11-21", "2026-11-21", true],
  ["the day after", "2008-11-20", "2026-11-21", true],
  ["born on 29 February, on 28 February of a common year", "2008-02-29", "2026-02-28", false],
  ["born on 29 February, on 1 March of a common year", "2008-02-29", "2026-03-01", true],
  ["born on 31 December, on New Year's Day", "2008-12-31", "2026-01-01", false],
] as const)("%s", ([, birth, today, is18]) => {
  expect(hasReached(18, day(birth), day(today))).toBe(is18);
});

test("born on 29 February, 16 comes on 29 February of a leap year", () => {
  expect(hasReached(16, day("2008-02-29"), day("2024-02-28"))).toBe(false);
  expect(hasReached(16, day("2008-02-29"), day("2024-02-29"))).toBe(true);
});

test.for([
  "1990-17-02",
  "1990-02-30",
  "2023-02-29",
  "1900-02-29",
  "1990-00-10",
  "1990-01-00",
  "1990-1-2",
  "90-01-02",
  "1990-01-02T00:00:00Z",
  " 1990-01-02",
  "1990-01-02\n",
  "١٩٩٠-٠١-٠٢",
  "",
])("%j is no date", (text) => expect(parseIsoDate(text)).toBeNull());

test("29 February exists in leap years only", () => {
  expect(parseIsoDate("2000-02-29")).toEqual({ year: 2000, month: 2, day: 29 });
  expect(parseIsoDate("2100-02-29")).toBeNull();
});

test("every day of the calendar is a date, and no other is", () => {
  const days = [1900, 1999, 2000, 2023, 2024, 2100].flatMap((year) =>
    Array.from({ length: 14 }, (_, month) => Array.from({ length: 33 }, (_, day) => ({ year, month, day }))).flat(),
  );
  for (const { year, month, day } of days) {
    const text = [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
    const isDay = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) === text;
    expect(parseIsoDate(text), text).toEqual(isDay ? { year, month, day } : null);
  }
});

test("years, months and days count in this order", () => {
  expect(hasReached(18, day("2008-12-01"), day("2026-11-30"))).toBe(false);
  expect(hasReached(18, day("2008-10-30"), day("2026-11-01"))).toBe(true);
  expect(hasReached(18, day("2009-01-01"), day("2026-12-31"))).toBe(false);
  expect(hasReached(18, day("2007-12-31"), day("2026-01-01"))).toBe(true);
});

test("a birth in the future, or of somebody over 120, proves nothing", () => {
  const today = day("2026-11-21");
  expect(agesOf(day("2026-11-22"), today)).toBeNull();
  expect(agesOf(day("2026-11-21"), today)).toEqual({ 16: false, 18: false });
  expect(agesOf(day("1905-11-22"), today)).toEqual({ 16: true, 18: true });
  expect(agesOf(day("1905-11-21"), today)).toBeNull();
});

test("1 January 1900, and what else stands for no date at all, proves nothing", () => {
  for (const placeholder of ["1900-01-01", "1899-12-30", "1800-01-01", "0001-01-01"])
    expect(agesOf(day(placeholder), day("2026-11-21")), placeholder).toBeNull();
});

test.for([
  ["the day before the 16th birthday", "2010-11-22", { 16: false, 18: false }],
  ["the 16th birthday", "2010-11-21", { 16: true, 18: false }],
  ["the day before the 18th birthday", "2008-11-22", { 16: true, 18: false }],
  ["the 18th birthday", "2008-11-21", { 16: true, 18: true }],
] as const)("on %s, both answers", ([, birth, ages]) => expect(agesOf(day(birth), day("2026-11-21"))).toEqual(ages));

test.for([
  [0, { 16: false, 18: false }],
  [15, { 16: false, 18: false }],
  [16, { 16: true, 18: false }],
  [17, { 16: true, 18: false }],
  [18, { 16: true, 18: true }],
  [120, { 16: true, 18: true }],
  [121, null],
  [-1, null],
  [17.5, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
] as const)("an age of %d years says %j", ([years, ages]) => expect(agesOfYears(years)).toEqual(ages));

test("a yes about 18 is a yes about 16; a no about 18 leaves 16 open", () => {
  expect(agesOfAnswer(18, true)).toEqual({ 16: true, 18: true });
  expect(agesOfAnswer(18, false)).toEqual({ 16: null, 18: false });
  expect(agesOfAnswer(16, true)).toEqual({ 16: true, 18: null });
  expect(agesOfAnswer(16, false)).toEqual({ 16: false, 18: false });
});

test.for<[boolean | null, boolean | null, boolean | null | "contradiction"]>([
  [null, null, null],
  [null, true, true],
  [null, false, false],
  [true, null, true],
  [false, null, false],
  [true, true, true],
  [false, false, false],
  [true, false, "contradiction"],
  [false, true, "contradiction"],
])("%j and %j about one age are %j", ([a, b, both]) => {
  const isSound = both !== "contradiction";
  expect(bothOf({ 16: a, 18: null }, { 16: b, 18: null })).toEqual(isSound ? { 16: both, 18: null } : null);
  expect(bothOf({ 16: true, 18: a }, { 16: true, 18: b })).toEqual(isSound ? { 16: true, 18: both } : null);
});

test("two statements add up, unless they contradict each other", () => {
  expect(bothOf(agesOfAnswer(16, true), agesOfAnswer(18, false))).toEqual({ 16: true, 18: false });
  expect(bothOf(agesOfAnswer(18, true), agesOfAnswer(16, false))).toBeNull();
});

test("the date is that of the eID's country, on both sides of its midnight", () => {
  expect(dateIn("Europe/Stockholm", new Date("2026-06-30T21:59:59Z"))).toEqual(day("2026-06-30"));
  expect(dateIn("Europe/Stockholm", new Date("2026-06-30T22:00:00Z"))).toEqual(day("2026-07-01"));
  expect(dateIn("Europe/Helsinki", new Date("2026-12-31T22:00:00Z"))).toEqual(day("2027-01-01"));
});
