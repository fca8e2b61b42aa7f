import { expect, test } from "vitest";
import type { Line } from "#lib/billing/invoice.rules.ts";
import { type DocumentFacts, describe, documentOf } from "#lib/billing/invoice-document.rules.ts";
import { readDocumentNumber } from "#lib/billing/invoice-text.rules.ts";

const FEE = { kind: "fee", plan: "Starter", feeMinor: 2_900, days: 30, daysOfMonth: 30, amountMinor: 2_900 } as const;
const CHECKS = {
  kind: "checks",
  provider: "b",
  basis: "price",
  quantity: 1_204,
  unitMinor: 12,
  amountMinor: 14_448,
} as const;

const FACTS: DocumentFacts = {
  number: 12,
  prefix: "",
  taxName: "VAT",
  kind: "invoice",
  period: "2026-11-01",
  credits: null,
  reason: null,
  issuedAt: new Date("2026-12-01T23:59:59Z"),
  dueOn: "2026-12-15",
  currency: "EUR",
  lines: [FEE, CHECKS],
  netMinor: 17_348,
  taxBasisPoints: 2_500,
  taxMinor: 4_337,
  totalMinor: 21_685,
  seller: "Operator\nStreet 1",
  billTo: "Shop\nRoad 2",
  sealPosition: 3_421,
  seal: "9f".repeat(32),
};

const documentWith = (given: Partial<DocumentFacts>) => documentOf({ ...FACTS, ...given });

test("an invoice says in UTC when it was issued, for which month and until when", () => {
  expect(documentWith({})).toMatchObject({
    title: "Invoice 000012",
    facts: [
      ["Issued", "1 December 2026"],
      ["For", "November 2026"],
      ["Due", "15 December 2026"],
    ],
    seller: ["Operator", "Street 1"],
    billTo: ["Shop", "Road 2"],
    rows: [
      ["Monthly fee, Starter", "1", "€29.00", "€29.00"],
      ["Age checks with eID B", "1,204", "€0.12", "€144.48"],
    ],
    totals: [
      ["Net", "€173.48"],
      ["VAT 25 %", "€43.37"],
      ["Total", "€216.85"],
    ],
    notes: [`Ledger sealed up to row 3,421: ${"9f".repeat(32)}`],
  });
});

test.for([
  [{ ...FEE, plan: null }, "Monthly fee"],
  [{ ...FEE, days: 10 }, "Monthly fee, Starter, 10 of 30 days"],
  [{ ...CHECKS, provider: "s" }, "Age checks with eID S"],
  [{ ...CHECKS, eid: "MitID" }, "Age checks with MitID"],
  [{ ...CHECKS, basis: "included" }, "Age checks with eID B, included in the plan"],
  [{ ...CHECKS, basis: "over_cap" }, "Age checks with eID B, free: under way when the spend cap was reached"],
  [{ ...CHECKS, basis: null }, "Age checks with eID B"],
  [{ ...CHECKS, kind: "late" }, "Age checks with eID B, of an earlier month that Stripe did not collect"],
  [{ ...CHECKS, kind: "reversals" }, "Credited: Age checks with eID B"],
] satisfies [Line, string][])("the line %j is called %s", ([line, words]) => expect(describe(line)).toBe(words));

test("a credit note names the invoice that it takes back and why, has minus signs and is never due", () => {
  const credit = documentWith({
    kind: "credit_note",
    number: 13,
    period: null,
    credits: "AGE-000012",
    reason: "Wrong price",
    lines: [
      { ...FEE, amountMinor: -2_900 },
      { ...CHECKS, kind: "reversals", unitMinor: -12, amountMinor: -14_448 },
    ],
    netMinor: -17_348,
    taxMinor: -4_337,
    totalMinor: -21_685,
  });
  expect(credit).toMatchObject({
    name: "credit-note-000013",
    title: "Credit note 000013",
    facts: [
      ["Issued", "1 December 2026"],
      ["Credits", "Invoice AGE-000012"],
      ["Reason", "Wrong price"],
    ],
    rows: [
      ["Monthly fee, Starter", "1", "−€29.00", "−€29.00"],
      ["Credited: Age checks with eID B", "1,204", "−€0.12", "−€144.48"],
    ],
    totals: [
      ["Net", "−€173.48"],
      ["VAT 25 %", "−€43.37"],
      ["Total", "−€216.85"],
    ],
  });
});

test.for([
  [1, true],
  [0, false],
  [-1, false],
] as const)("of an invoice over %d it is said when it is due: %s", ([totalMinor, isShown]) => {
  expect(documentWith({ totalMinor }).facts.some(([label]) => label === "Due")).toBe(isShown);
});

test("a credit note is never due, not even where it takes back what was paid out", () => {
  const { facts } = documentWith({ kind: "credit_note", credits: "000011", totalMinor: 5 });
  expect(facts.map(([label]) => label)).not.toContain("Due");
});

test("without a seller there are no lines for one, and no line of an address is empty", () => {
  expect(documentWith({ seller: "", billTo: "Shop\n\nRoad 2\n" })).toMatchObject({
    seller: [],
    billTo: ["Shop", "Road 2"],
  });
});

test("a ledger without a row leaves no seal to name", () => {
  expect(documentWith({ sealPosition: 0, seal: null }).notes).toEqual([]);
});

test.for([
  ["VAT", 0, "VAT 0 %"],
  ["Moms", 2_500, "Moms 25 %"],
  ["MWST", 810, "MWST 8.1 %"],
  ["VAT", 1_225, "VAT 12.25 %"],
] as const)("%s of %d basis points is %j", ([taxName, taxBasisPoints, label]) => {
  expect(documentWith({ taxBasisPoints, taxName }).totals[1]?.[0]).toBe(label);
});

test.for([
  ["DKK", "DKK\u00A0216.85"],
  ["JPY", "JP¥21,685"],
] as const)("%s are written as they are counted", ([currency, text]) => {
  expect(documentWith({ currency }).totals[2]?.[1]).toBe(text);
});

test("numbers have six digits or as many as they need, and files a name that every system takes", () => {
  const names = [1, 999_999, 1_000_000].map((number) => documentWith({ number }).title);
  expect(names).toEqual(["Invoice 000001", "Invoice 999999", "Invoice 1000000"]);
  expect(documentWith({ prefix: "-AGE-" })).toMatchObject({
    number: "-AGE-000012",
    name: "invoice-age-000012",
  });
});

test.for([
  ["1", 1],
  ["999999999", 999_999_999],
  ["1000000000", null],
  ["0", null],
  ["000012", null],
  ["", null],
  ["-1", null],
  ["+1", null],
  ["1.0", null],
  ["1e3", null],
  ["0x1", null],
  ["１", null],
  [" 1", null],
  ["1\n", null],
] as const)("%j in an address is the number %j", ([text, number]) => expect(readDocumentNumber(text)).toBe(number));
