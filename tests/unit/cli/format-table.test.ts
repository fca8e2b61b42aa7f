import { expect, test } from "vitest";
import { factsText, tableOf } from "#cli/format-table.ts";

const AT = new Date("2026-11-24T09:05:07.123Z");

test.for([
  ["suspendedAt", "Suspended"],
  ["isLocked", "Locked"],
  ["callsPerMinute", "Calls per minute"],
  ["userId", "User ID"],
  ["id", "ID"],
  ["fallbackUrl", "Fallback URL"],
  ["priceSMinor", "Price S"],
  ["VAT", "VAT"],
  ["Unit price", "Unit price"],
])("the heading of %s is %s", ([name = "", heading]) => {
  expect(tableOf([{ [name]: "x" }])).toBe(`${heading}\nx`);
});

test("a table has moments to the second, yes and no, amounts, and no column that is empty everywhere", () => {
  const row = { isLocked: true, priceSMinor: 8, currency: "EUR", stripePrices: ["a", "b"], endsAt: AT, pausedAt: null };
  const other = { isLocked: false, priceSMinor: 100, currency: "EUR", stripePrices: [], endsAt: null, pausedAt: null };
  expect(tableOf([row, other]).split("\n")).toEqual([
    "Locked  Price S  Currency  Stripe prices  Ends",
    "yes     €0.08    EUR       a, b           2026-11-24 09:05:07 UTC",
    "no      €1.00    EUR       -              -",
  ]);
});

test("facts are one a line, those of a fact too, and say what is not there", () => {
  expect(factsText({ changed: true, terms: { currency: "EUR", feeMinor: 5, endsAt: null } })).toBe(
    "Changed   yes\nCurrency  EUR\nFee       €0.05\nEnds      -",
  );
});
