import fc from "fast-check";
import { expect, test } from "vitest";
import { amountText, money, readAmount } from "#lib/rules/money.ts";

test.for([
  [1_250, "EUR", "€12.50", "12.50"],
  [0, "EUR", "€0.00", "0.00"],
  [-1, "EUR", "-€0.01", "-0.01"],
  [1_250, "JPY", "JP¥1,250", "1250"],
  [1_250, "KWD", "KWD 1.250", "1.250"],
] as const)("%d minor units of %s read %s, and %s in a form", ([minor, currency, read, bare]) => {
  expect(money(minor, currency).replaceAll("\u00A0", " ")).toBe(read);
  expect(amountText(minor, currency)).toBe(bare);
});

test.for([
  ["12", "EUR", 1_200],
  ["12.5", "EUR", 1_250],
  ["12,50", "EUR", 1_250],
  [" 1 200.00 ", "EUR", 120_000],
  ["1\u00A0200", "EUR", 120_000],
  ["1'200.05", "EUR", 120_005],
  ["0", "EUR", 0],
  ["250", "JPY", 250],
  ["1.250", "KWD", 1_250],
  ["1.2", "KWD", 1_200],
] as const)("%j is an amount of %s: %d minor units", ([text, currency, minor]) => {
  expect(readAmount(text, currency)).toBe(minor);
});

test.for([
  ["12.505", "EUR"],
  ["1.5", "JPY"],
  ["1.2345", "KWD"],
  ["-5", "EUR"],
  ["", "EUR"],
  ["1,200.00", "EUR"],
  ["1.200,00", "EUR"],
  ["12.", "EUR"],
  [".5", "EUR"],
  ["1e3", "EUR"],
  ["€12", "EUR"],
  ["twelve", "EUR"],
  ["1234567890123", "EUR"],
] as const)("%j is no amount of %s", ([text, currency]) => {
  expect(readAmount(text, currency)).toBeNull();
});

test("what is written is read again, in any currency that there is", () => {
  const currency = fc.constantFrom(...Intl.supportedValuesOf("currency"));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), currency, (minor, code) => {
      expect(readAmount(amountText(minor, code), code)).toBe(minor);
      expect(readAmount(amountText(minor, code).replace(".", ","), code)).toBe(minor);
    }),
    { numRuns: 1_000 },
  );
});
