import { expect, test } from "vitest";
import { daysLeft, estimateOf, restAt } from "#lib/billing/next-invoice.rules.ts";

const NOVEMBER = "2026-11-01";
const NOW = new Date("2026-11-21T00:00:00Z");
const SHOP = {
  startsAt: new Date("2026-10-01T00:00:00Z"),
  status: "active",
  planName: "Shop",
  monthlyFeeMinor: 2_900,
  includedChecks: 0,
} as const;
const VOLUME = { ...SHOP, startsAt: NOW, planName: "Volume", monthlyFeeMinor: 14_900 };
const CHECKS = { kind: "checks", provider: "s", basis: "price", quantity: 2_961, unitMinor: 10 } as const;
const MONTH = {
  period: NOVEMBER,
  soFar: [{ ...CHECKS, amountMinor: 29_610 }],
  terms: [SHOP],
  taxBasisPoints: 2_500,
};
const PRICES = { priceSMinor: 6, priceBMinor: 6, includedChecks: 0 };

test("the invoice of a change has both fees by days, and the checks before and after it", () => {
  const estimate = estimateOf({ ...MONTH, terms: [SHOP, VOLUME] }, { checks: 1_219, amountMinor: 7_314 });
  expect(estimate).toMatchObject({
    soFarChecks: 2_961,
    soFarMinor: 29_610,
    fees: [
      { plan: "Shop", days: 20, amountMinor: 1_933 },
      { plan: "Volume", days: 10, amountMinor: 4_967 },
    ],
    feeMinor: 6_900,
    totals: { netMinor: 43_824, taxMinor: 10_956, totalMinor: 54_780 },
  });
});

test("credited checks are neither counted nor paid", () => {
  const credited = { ...CHECKS, kind: "reversals", quantity: 1, unitMinor: -10, amountMinor: -10 } as const;
  const month = { ...MONTH, soFar: [...MONTH.soFar, credited] };
  expect(estimateOf(month, { checks: null, amountMinor: 0 })).toMatchObject({ soFarChecks: 2_960, soFarMinor: 29_600 });
});

test("the rest of the month has as many checks a day as the days before", () => {
  expect(daysLeft(NOVEMBER, NOW)).toBe(10);
  expect(restAt(PRICES, MONTH, 0, { s: 100, b: 22 }, NOW, null)).toEqual({ checks: 1_220, amountMinor: 7_320 });
});

test("what the plan still includes costs nothing, and a cap that stops ends the rest", () => {
  const terms = [{ ...SHOP, includedChecks: 300 }];
  const rest = (room: number | null, used = 100) =>
    restAt(PRICES, { ...MONTH, terms }, used, { s: 100, b: 0 }, NOW, room);
  expect(rest(null)).toEqual({ checks: 1_000, amountMinor: 4_800 });
  expect(rest(null, 400)).toEqual({ checks: 1_000, amountMinor: 6_000 });
  expect(rest(2_400)).toEqual({ checks: 500, amountMinor: 2_400 });
  expect(rest(0)).toEqual({ checks: 0, amountMinor: 0 });
});
