import { expect, test } from "vitest";
import { isFarBeyond, reachedOf, type Spending } from "#lib/billing/alerts.rules.ts";

const reached = (spentMinor: number, more: Partial<Spending> = {}) =>
  reachedOf({ spendCapMinor: 1_000, stopsAtCap: false, dearestMinor: 10, hasIncluded: false, spentMinor, ...more });

test.for([
  [499, []],
  [500, [50]],
  [749, [50]],
  [750, [50, 75]],
  [899, [50, 75]],
  [900, [50, 75, 90]],
  [999, [50, 75, 90]],
  [1_000, [50, 75, 90, 100]],
  [5_000, [50, 75, 90, 100]],
  [-20, []],
] as const)("%d of 1000 has reached %j percent", ([spent, percents]) => {
  expect(reached(spent)).toEqual(percents);
});

test("without a cap there is nothing to reach", () => {
  expect(reached(1_000_000, { spendCapMinor: null })).toEqual([]);
});

test.for([true, false])("a cap of nothing is reached from the start, whether it stops (%s) or tells", (stopsAtCap) => {
  expect(reached(0, { spendCapMinor: 0, stopsAtCap })).toEqual([50, 75, 90, 100]);
});

test("a cap that stops is reached when the dearest check does not fit any more", () => {
  expect(reached(990, { stopsAtCap: true })).toEqual([50, 75, 90]);
  expect(reached(991, { stopsAtCap: true })).toEqual([50, 75, 90, 100]);
  expect(reached(991, { stopsAtCap: false }), "one that only tells can be filled to the last unit").toEqual([
    50, 75, 90,
  ]);
});

test.for([0, 1_000])("while checks are included, a cap of %d is not reached", (spendCapMinor) => {
  expect(reached(0, { spendCapMinor, stopsAtCap: true, dearestMinor: 2_000, hasIncluded: true })).toEqual([]);
});

const KEY = { lastHour: 41, busiest: 10, knownDays: 3 };

test.for([
  [{}, true],
  [{ lastHour: 40 }, false],
  [{ lastHour: 30, busiest: 7 }, true],
  [{ lastHour: 29, busiest: 7 }, false],
  [{ lastHour: 29, busiest: 0 }, false],
  [{ knownDays: 2.99 }, false],
  [{ knownDays: 0, busiest: 0, lastHour: 10_000 }, false],
  [{ lastHour: 1_000, busiest: 250 }, false],
  [{ lastHour: 1_001, busiest: 250 }, true],
] as const)("a key with %j beside the usual: far beyond its own history is %s", ([more, isBeyond]) => {
  expect(isFarBeyond({ ...KEY, ...more })).toBe(isBeyond);
});
