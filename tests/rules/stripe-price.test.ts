import { expect, test } from "vitest";
import { suits } from "#lib/rules/stripe-price.ts";

const metered = (currency: string, unit_amount: number | null) => ({
  currency,
  unit_amount,
  recurring: { usage_type: "metered" },
});

test.for([
  ["a fee of any amount", "EUR", { currency: "eur", unit_amount: 2_900, recurring: { usage_type: "licensed" } }, true],
  ["a fee that is paid once", "EUR", { currency: "eur", unit_amount: 2_900, recurring: null }, true],
  ["a meter of one cent a cent", "EUR", metered("eur", 1), true],
  ["a meter of two cents a cent", "EUR", metered("eur", 2), false],
  ["a meter in tiers", "EUR", metered("eur", null), false],
  ["another currency", "EUR", metered("dkk", 1), false],
  ["krónur, which Stripe counts in hundredths", "ISK", metered("isk", 100), true],
  ["krónur as if they were counted in wholes", "ISK", metered("isk", 1), false],
] as const)("%s for a plan in %s", ([, currency, price, fits]) => {
  expect(suits(currency, price)).toBe(fits);
});
