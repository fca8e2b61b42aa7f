import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES, digitsOf, isCurrency } from "#lib/billing/currency.rules.ts";
import { amountText, money, readAmount } from "#lib/billing/money.rules.ts";

test.for([
  [1_250, "EUR", "€12.50", "12.50"],
  [0, "EUR", "€0.00", "0.00"],
  [-1, "EUR", "-€0.01", "-0.01"],
  [1_250, "JPY", "JP¥1,250", "1250"],
  [1_250, "KWD", "KWD 1.250", "1.250"],
  [1_250, "IQD", "IQD 1.250", "1.250"],
  [125_050, "HUF", "HUF 1,250.50", "1250.50"],
  [1_250, "IDR", "IDR 12.50", "12.50"],
  [1_250, "COP", "COP 12.50", "12.50"],
  [1_250, "ISK", "ISK 1,250", "1250"],
  [1_250, "XCG", "Cg. 12.50", "12.50"],
  [1_250, "DEM", "DEM 12.50", "12.50"],
  [1_250, "XXX", "1,250", "12.50"],
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

test("what is written is read again, in every currency of the table", () => {
  const currency = fc.constantFrom(...CURRENCIES);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), currency, (minor, code) => {
      expect(readAmount(amountText(minor, code), code)).toBe(minor);
      expect(readAmount(amountText(minor, code).replace(".", ","), code)).toBe(minor);
      expect(money(minor, code).replaceAll(/\D/g, "")).toBe(amountText(minor, code).replace(".", ""));
    }),
    { numRuns: 1_000 },
  );
});

test("the table is ISO 4217: no code twice, no fund, metal or withdrawn one, and the digits of its own", () => {
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
  expect(CURRENCIES).toHaveLength(155);
  for (const code of CURRENCIES) expect(code).toMatch(/^[A-Z]{3}$/);
  for (const code of [
    "XXX",
    "XTS",
    "XAU",
    "XDR",
    "CLF",
    "UYW",
    "CHE",
    "BGN",
    "HRK",
    "ANG",
    "ZWL",
    "CUC",
    "SLL",
    "DEM",
    "eur",
    "",
  ])
    expect(isCurrency(code), code).toBe(false);
  const having = (digits: number) => CURRENCIES.filter((code) => digitsOf(code) === digits).join(" ");
  expect(having(0)).toBe("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF");
  expect(having(3)).toBe("BHD IQD JOD KWD LYD OMR TND");
  expect(having(0).length + having(2).length + having(3).length).toBe(CURRENCIES.length * 4 - 3);
});
