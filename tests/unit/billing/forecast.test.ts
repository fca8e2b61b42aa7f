import fc from "fast-check";
import { expect, test } from "vitest";
import { forecastOf } from "#lib/billing/forecast.rules.ts";
import { prng } from "#tests/support/prng.ts";

test("of fewer than seven whole days nothing is foretold", () => {
  expect(forecastOf(600, Array(6).fill(100), 10)).toBeNull();
  expect(forecastOf(700, Array(7).fill(100), 10)).not.toBeNull();
});

test("days that are all alike leave no doubt", () => {
  expect(forecastOf(2_000, Array(20).fill(100), 10)).toEqual({
    likelyMinor: 3_000,
    minMinor: 3_000,
    maxMinor: 3_000,
  });
});

test("the range is wider the more the days differ, by the deviation of a sample", () => {
  // A mean of 100 and a deviation of 43.2; of one day more 80 % lie within 59.19.
  expect(forecastOf(1_000, [40, 60, 80, 100, 120, 140, 160], 1)).toEqual({
    likelyMinor: 1_100,
    minMinor: 1_041,
    maxMinor: 1_159,
  });
});

test("at the end of the month it is what it is", () => {
  expect(forecastOf(1_234, [0, 900, 20, 5, 80, 3, 226], 0)).toEqual({
    likelyMinor: 1_234,
    minMinor: 1_234,
    maxMinor: 1_234,
  });
});

test("what is longer ago than four weeks does not count", () => {
  const lately = Array(28).fill(100);
  expect(forecastOf(0, [9_000, 9_000, ...lately], 10)).toEqual(forecastOf(0, lately, 10));
});

test("it never goes below what is spent, and its range holds the likeliest", () => {
  const amount = fc.integer({ min: -50_000, max: 1_000_000 });
  const days = fc.array(amount, { minLength: 7, maxLength: 40 });
  fc.assert(
    fc.property(amount, days, fc.double({ min: 0, max: 31, noNaN: true }), (spent, known, left) => {
      const forecast = forecastOf(spent, known, left);
      const { minMinor = 0, likelyMinor = 0, maxMinor = 0 } = forecast ?? {};
      expect([spent, minMinor, likelyMinor, maxMinor]).toEqual(
        [spent, minMinor, likelyMinor, maxMinor].toSorted((a, b) => a - b),
      );
    }),
  );
});

test.for([
  ["a quiet shop", 7, 23, (next: () => number) => Math.floor(next() * 20) * 12],
  ["a busy shop", 14, 16, (next: () => number) => 20_000 + (next() + next() + next()) * 8_000],
  ["a shop with bursts", 28, 10, (next: () => number) => (next() < 0.2 ? 9_000 : 1_000) * next()],
] as const)("of the months of %s, about four of five end within the range", ([, known, left, dayOf]) => {
  const [next, months] = [prng(20261121), 1_000];
  const days = (count: number) => Array.from({ length: count }, () => Math.round(dayOf(next)));
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  let inRange = 0;
  for (let month = 0; month < months; month += 1) {
    const history = days(known);
    const [spent, end] = [sumOf(history), sumOf(history) + sumOf(days(left))];
    const forecast = forecastOf(spent, history, left);
    if (forecast && forecast.minMinor <= end && end <= forecast.maxMinor) inRange += 1;
  }
  expect(inRange / months).toBeGreaterThan(0.65);
  expect(inRange / months).toBeLessThan(0.95);
});
