import fc from "fast-check";
import { expect, test } from "vitest";
import { disclosedCounts, isSettled, WHY_NOT } from "#lib/activity/why-not.rules.ts";

const counts = (too_young: number, cancelled: number, no_age = 0, failed = 0) => ({
  too_young,
  cancelled,
  no_age,
  failed,
});

test.for([
  ["ten and ten", counts(10, 10), { too_young: 10, cancelled: 10, other: 0 }],
  ["nine and eleven", counts(9, 11), null],
  ["ten of one kind and nobody else: all of that day would be known", counts(10, 0), null],
  ["ten, and nine others, who could be counted by subtraction", counts(10, 4, 3, 2), null],
  ["ten, and ten others of several kinds", counts(10, 4, 3, 3), { too_young: 10, other: 10 }],
  [
    "a small group takes the smallest large one with it",
    counts(30, 12, 3, 20),
    { too_young: 30, failed: 20, other: 15 },
  ],
  ["nobody", counts(0, 0), null],
] as const)("%s", ([, given, disclosed]) => {
  expect(disclosedCounts(given)).toEqual(disclosed);
});

test("no group that is told, nor what is left of the sum without any of them, is below ten", () => {
  const count = fc.oneof(fc.nat(25), fc.nat(500));
  fc.assert(
    fc.property(fc.record({ too_young: count, cancelled: count, no_age: count, failed: count }), (given) => {
      const disclosed = disclosedCounts(given);
      if (disclosed === null) return;
      const { other, ...groups } = disclosed;
      const sum = WHY_NOT.reduce((all, why) => all + given[why], 0);
      const shown = Object.values(groups);
      expect(shown.every((group) => group >= 10)).toBe(true);
      expect(shown.reduce((all, group) => all + group, 0) + other).toBe(sum);
      expect(other === 0 || other >= 10).toBe(true);
      // Nobody's answer is certain: there are at least two groups.
      expect(shown.length + Number(other > 0)).toBeGreaterThan(1);
    }),
    { numRuns: 5_000 },
  );
});

test("a day is told when it is over, its last check has ended, and nothing of it can still be written", () => {
  const isSettledAt = (now: string, openMs = 40 * 60_000) => isSettled("2026-11-21", new Date(now), openMs);
  expect(isSettledAt("2026-11-22T01:39:59.999Z")).toBe(false);
  expect(isSettledAt("2026-11-22T01:40:00Z")).toBe(true);
  // The longest that the settings allow: an hour for the link, and one for the eID.
  expect(isSettledAt("2026-11-22T02:59:59.999Z", 2 * 3_600_000)).toBe(false);
  expect(isSettledAt("2026-11-22T03:00:00Z", 2 * 3_600_000)).toBe(true);
});
