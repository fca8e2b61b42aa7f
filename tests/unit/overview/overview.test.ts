import { expect, test } from "vitest";
import {
  changeOf,
  isBeforeCounted,
  isRising,
  overviewAddress,
  percentText,
  readShownDays,
  shareParts,
} from "#app/(dashboard)/dashboard/_overview/overview.rules.ts";
import { count } from "#lib/billing/money.rules.ts";

test.for([
  [8581, 6002, ["70 % confirmed", "6,002 of 8,581 checks"]],
  [100, 100, ["100 % confirmed", "100 of 100 checks"]],
  [100, 0, ["0 % confirmed", "0 of 100 checks"]],
  [1000, 997, ["99.7 % confirmed", "997 of 1,000 checks"]],
  [1000, 4, ["0.4 % confirmed", "4 of 1,000 checks"]],
  [20, 9, ["45 % confirmed", "9 of 20 checks"]],
  [19, 9, ["9 of 19 checks confirmed"]],
  [1, 1, ["1 of 1 check confirmed"]],
] as const)("of %i checks, %i confirmed: %s", ([made, confirmed, parts]) => {
  expect(shareParts({ made, confirmed }, "live", count)).toEqual(parts);
});

test("test checks are called so", () => {
  expect(shareParts({ made: 14, confirmed: 9 }, "test", count)).toEqual(["9 of 14 test checks confirmed"]);
});

test("a share is never rounded to all or none", () => {
  expect(percentText(973, 1_000, (value) => value.toLocaleString("de-DE"))).toBe("97,3 %");
  expect([percentText(9999, 10_000, count), percentText(1, 10_000, count)]).toEqual(["99.9 %", "0.1 %"]);
  expect([percentText(7, 7, count), percentText(0, 7, count), percentText(0, 0, count)]).toEqual([
    "100 %",
    "0 %",
    "0 %",
  ]);
});

test.for([
  [70, 67, "up", "3 points"],
  [67, 70, "down", "3 points"],
  [68, 67, "up", "1 point"],
  [70, 70, null, "no change"],
] as const)("from %i of 100 on %i of 100 before it goes %s, %s", ([now, before, direction, words]) => {
  const of = (confirmed: number) => ({ made: 100, confirmed });
  expect(changeOf(of(now), of(before), count)).toEqual({ direction, words });
});

test("a change is told only where both periods have a share", () => {
  const [many, few] = [
    { made: 20, confirmed: 14 },
    { made: 19, confirmed: 14 },
  ];
  expect(changeOf(many, many, count)).not.toBeNull();
  expect([changeOf(many, few, count), changeOf(few, many, count)]).toEqual([null, null]);
});

test("refusals rise from twenty on, by half", () => {
  expect([isRising(19, 0), isRising(20, 0), isRising(29, 20), isRising(30, 20)]).toEqual([false, true, false, true]);
});

const NOW = new Date("2026-11-27T12:00:00Z");
const shownBy = (query: string) => readShownDays(new URLSearchParams(query), NOW);

test.for([
  ["", 30, null],
  ["days=7", 7, null],
  ["days=8", 30, null],
  ["since=2026-11-03&until=2026-11-09", 7, ["2026-11-03", "2026-11-09"]],
  ["since=2026-11-09&until=2026-11-09", 1, ["2026-11-09", "2026-11-09"]],
  // Up to today, which is the last day of any range.
  ["since=2026-11-26", 2, ["2026-11-26", "2026-11-27"]],
  ["since=2026-11-26&until=2026-12-24", 2, ["2026-11-26", "2026-11-27"]],
  ["until=2026-11-09", 30, ["2026-10-11", "2026-11-09"]],
  // Days are counted for 400 days.
  ["since=2024-01-01", 400, ["2025-10-24", "2026-11-27"]],
  ["until=2025-10-24", 1, ["2025-10-24", "2025-10-24"]],
  ["until=2025-10-23", 30, null],
  ["since=2026-11-10&until=2026-11-09", 30, null],
  ["since=2026-11-28", 30, null],
  ["since=2026-02-30&days=90", 90, null],
] as const)("the address ?%s shows %i days: %s", ([query, days, range]) => {
  expect(shownBy(query)).toEqual({ days, range: range && { since: range[0], until: range[1] } });
});

test("a page that knows thirty days keeps to them", () => {
  const known = (query: string) => readShownDays(new URLSearchParams(query), NOW, { periods: [7, 30], known: 30 });
  expect(known("since=2026-01-01")).toEqual({ days: 30, range: { since: "2026-10-29", until: "2026-11-27" } });
  expect(known("until=2026-10-28")).toEqual({ days: 30, range: null });
  expect(known("days=90")).toEqual({ days: 30, range: null });
});

test("an address says what is unlike the usual, and is read back", () => {
  const addressOf = (query: string) => overviewAddress({ ...shownBy(query), mode: "live" });
  expect(addressOf("")).toBe("/dashboard?mode=live");
  expect(overviewAddress({ ...shownBy("days=7"), mode: "test" })).toBe("/dashboard?mode=test&days=7");
  expect(addressOf("since=2026-11-26")).toBe("/dashboard?mode=live&since=2026-11-26&until=2026-11-27");
  for (const query of ["days=90", "since=2026-11-03&until=2026-11-09"])
    expect(addressOf(query)).toBe(`/dashboard?mode=live&${query}`);
});

test("a period has one before it only if each of its days is counted", () => {
  // The first counted day is 24 October 2025.
  expect([isBeforeCounted("2025-10-25", 1, NOW), isBeforeCounted("2025-10-24", 1, NOW)]).toEqual([true, false]);
  expect([isBeforeCounted("2026-05-12", 200, NOW), isBeforeCounted("2026-05-11", 200, NOW)]).toEqual([true, false]);
});
