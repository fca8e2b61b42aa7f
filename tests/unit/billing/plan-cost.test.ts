import { expect, test } from "vitest";
import { agreementOf, cheaperFrom, cheapestOf, checksCostOf, monthlyCostOf } from "#lib/billing/plan-cost.rules.ts";

const STARTER = { monthlyFeeMinor: 0, priceSMinor: 14, priceBMinor: 14, includedChecks: 0 };
const SHOP = { monthlyFeeMinor: 2_900, priceSMinor: 10, priceBMinor: 10, includedChecks: 0 };
const VOLUME = { monthlyFeeMinor: 14_900, priceSMinor: 6, priceBMinor: 6, includedChecks: 0 };

test("a month costs its fee and the price of each check beside those that are included", () => {
  const counts = { s: 3_000, b: 1_020 };
  expect([STARTER, SHOP, VOLUME].map((plan) => monthlyCostOf(plan, counts))).toEqual([56_280, 43_100, 39_020]);
  expect(monthlyCostOf({ ...SHOP, includedChecks: 20 }, counts)).toBe(42_900);
  expect(monthlyCostOf({ ...SHOP, includedChecks: 5_000 }, counts)).toBe(2_900);
});

test("included checks are taken from both providers in proportion", () => {
  const prices = { priceSMinor: 10, priceBMinor: 20, includedChecks: 50 };
  expect(checksCostOf(prices, { s: 50, b: 50 })).toBe(25 * 10 + 25 * 20);
  expect(checksCostOf(prices, { s: 0, b: 0 })).toBe(0);
});

test("only what costs less than all others is the cheapest", () => {
  const of = (...costs: number[]) => cheapestOf(costs.map((costMinor, n) => ({ id: n, costMinor })));
  expect([of(3, 1, 2), of(1, 1, 2), of(1), of()]).toEqual([1, null, null, null]);
});

test("a dearer fee with a lower price is cheaper from a number of checks on, to the check", () => {
  const counts = { s: 1, b: 0 };
  const from = cheaperFrom(VOLUME, SHOP, counts) ?? 0;
  expect(from).toBe(3_001);
  expect(monthlyCostOf(VOLUME, { s: from, b: 0 })).toBeLessThan(monthlyCostOf(SHOP, { s: from, b: 0 }));
  expect(monthlyCostOf(VOLUME, { s: from - 1, b: 0 })).toBe(monthlyCostOf(SHOP, { s: from - 1, b: 0 }));
});

test("no number is said where one plan always costs less, where nothing is known, or where included checks decide", () => {
  expect(cheaperFrom(STARTER, SHOP, { s: 1, b: 0 })).toBeNull();
  expect(cheaperFrom({ ...STARTER, priceSMinor: 5 }, STARTER, { s: 1, b: 0 })).toBeNull();
  expect(cheaperFrom(VOLUME, SHOP, { s: 0, b: 0 })).toBeNull();
  expect(cheaperFrom({ ...VOLUME, includedChecks: 9_000 }, SHOP, { s: 1, b: 0 })).toBeNull();
});

test("an agreement differs with each of its terms", () => {
  const plan = { ...SHOP, currency: "EUR" };
  const others = [
    { currency: "DKK" },
    { monthlyFeeMinor: 1 },
    { priceSMinor: 1 },
    { priceBMinor: 1 },
    { includedChecks: 1 },
  ].map((other) => agreementOf({ ...plan, ...other }));
  expect(new Set([agreementOf(plan), ...others]).size).toBe(6);
});
