import { expect, test } from "vitest";
import { agesOf, agesOfAnswer, agesOfYears, bothOf, dateIn, hasReached, parseIsoDate } from "#lib/rules/age.ts";

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

test("a birth in the future, or longer ago than anybody lives, proves nothing", () => {
  expect(agesOf(day("2026-11-22"), day("2026-11-21"))).toBeNull();
  expect(agesOf(day("2026-11-21"), day("2026-11-21"))).toEqual({ over16: false, over18: false });
  expect(agesOf(day("1896-11-21"), day("2026-11-21"))).toBeNull();
  expect(agesOf(day("1896-11-22"), day("2026-11-21"))).toEqual({ over16: true, over18: true });
});

test("an age in years says both; a number that is no age says nothing", () => {
  expect(agesOfYears(17)).toEqual({ over16: true, over18: false });
  expect([-1, 17.5, Number.NaN, 200].map(agesOfYears)).toEqual([null, null, null, null]);
});

test("a yes about 18 is a yes about 16; a no about 18 leaves 16 open", () => {
  expect(agesOfAnswer(18, true)).toEqual({ over16: true, over18: true });
  expect(agesOfAnswer(18, false)).toEqual({ over16: null, over18: false });
  expect(agesOfAnswer(16, true)).toEqual({ over16: true, over18: null });
  expect(agesOfAnswer(16, false)).toEqual({ over16: false, over18: false });
});

test("two statements add up, unless they contradict each other", () => {
  expect(bothOf(agesOfAnswer(16, true), agesOfAnswer(18, false))).toEqual({ over16: true, over18: false });
  expect(bothOf(agesOfAnswer(18, true), agesOfAnswer(16, false))).toBeNull();
});

test("the date is that of the eID's country, on both sides of its midnight", () => {
  expect(dateIn("Europe/Stockholm", new Date("2026-06-30T21:59:59Z"))).toEqual(day("2026-06-30"));
  expect(dateIn("Europe/Stockholm", new Date("2026-06-30T22:00:00Z"))).toEqual(day("2026-07-01"));
  expect(dateIn("Europe/Helsinki", new Date("2026-12-31T22:00:00Z"))).toEqual(day("2027-01-01"));
});
