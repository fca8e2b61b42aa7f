import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES } from "#lib/billing/currency.rules.ts";
import { amountText } from "#lib/billing/money.rules.ts";
import { stripeAmountOf, suits } from "#lib/billing/stripe/price.rules.ts";

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
  ["Ugandan shillings, which Stripe counts in hundredths", "UGX", metered("ugx", 100), true],
  ["forints, which Stripe counts in hundredths as ISO 4217 does", "HUF", metered("huf", 1), true],
  ["forints as if they were counted in wholes", "HUF", metered("huf", 100), false],
  ["Taiwan dollars", "TWD", metered("twd", 1), true],
  ["yen", "JPY", metered("jpy", 1), true],
  ["ariary, of which Stripe knows no hundredths", "MGA", metered("mga", 1), false],
  ["ariary in tiers", "MGA", metered("mga", null), false],
  ["dinars, of which Stripe takes no single thousandth", "KWD", metered("kwd", 1), false],
  ["a fee in dinars", "KWD", { currency: "kwd", unit_amount: 2_900, recurring: { usage_type: "licensed" } }, true],
] as const)("%s for a plan in %s", ([, currency, price, fits]) => {
  expect(suits(currency, price)).toBe(fits);
});

/** As Stripe's own page of currencies has it, beside two digits for all others. */
const STRIPES = new Map([
  ..."BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
]);

test("in every currency, what is written and what Stripe is asked for are the same sum of money, and back", () => {
  const amount = fc.integer({ min: 0, max: 9_999_999_999 });
  fc.assert(
    fc.property(fc.constantFrom(...CURRENCIES), amount, (currency, minor) => {
      const stripes = stripeAmountOf(minor, currency);
      const digits = STRIPES.get(currency) ?? 2;
      const [whole = "", fraction = ""] = amountText(minor, currency).split(".");
      const takes = /^0*$/.test(fraction.slice(Math.min(digits, 2)));
      expect(stripes).toBe(takes ? Number(whole + fraction.padEnd(digits, "0").slice(0, digits)) : null);
    }),
    { numRuns: 5_000 },
  );
});

test.for([
  [1, "EUR", 1],
  [1, "ISK", 100],
  [1, "UGX", 100],
  [1, "JPY", 1],
  [1, "HUF", 1],
  [100, "MGA", 1],
  [101, "MGA", null],
  [10, "KWD", 10],
  [11, "KWD", null],
  [-250, "EUR", -250],
] as const)("%d minor units of %s are %s at Stripe", ([minor, currency, stripes]) => {
  expect(stripeAmountOf(minor, currency)).toBe(stripes);
});
