import fc from "fast-check";
import { expect, test } from "vitest";
import {
  eidsOn,
  type InvoiceGroup,
  linesOf,
  takenBack,
  taxesOf,
  textOfLines,
  totalsOf,
  withEids,
} from "#lib/billing/invoice.rules.ts";
import type { Term } from "#lib/billing/proration.rules.ts";

const LEAP_FEBRUARY = "2028-02-01";
const APRIL = "2026-04-01";
const term = (startsAt: string, monthlyFeeMinor: number, more: Partial<Term> = {}): Term => ({
  startsAt: new Date(startsAt),
  status: "active",
  planName: "Starter",
  monthlyFeeMinor,
  ...more,
});

const GROUPS: InvoiceGroup[] = [
  { kind: "checks", provider: "b", basis: "price", unitMinor: 12, quantity: 3, amountMinor: 36 },
  { kind: "checks", provider: "b", basis: "price", unitMinor: 15, quantity: 1, amountMinor: 15 },
  { kind: "reversals", provider: "b", basis: "price", unitMinor: -12, quantity: 1, amountMinor: -12 },
  { kind: "checks", provider: "s", basis: "included", unitMinor: 0, quantity: 9, amountMinor: 0 },
  { kind: "checks", provider: "s", basis: "over_cap", unitMinor: 0, quantity: 2, amountMinor: 0 },
];

test("lines are written with their names in one order, whatever order they came in; a rate only where there is one", () => {
  const fee = { daysOfMonth: 30, days: 10, plan: "Starter", amountMinor: 967, feeMinor: 2_900, kind: "fee" } as const;
  const checks = { amountMinor: 24, unitMinor: 12, quantity: 2, basis: null, provider: "b", kind: "checks" } as const;
  expect(textOfLines([fee, checks, { ...checks, kind: "reversals", taxBasisPoints: 1_900 }])).toBe(
    '[{"kind":"fee","plan":"Starter","feeMinor":2900,"days":10,"daysOfMonth":30,"amountMinor":967},' +
      '{"kind":"checks","provider":"b","basis":null,"quantity":2,"unitMinor":12,"amountMinor":24},' +
      '{"kind":"reversals","provider":"b","basis":null,"quantity":2,"unitMinor":12,"amountMinor":24,"taxBasisPoints":1900}]',
  );
});

test("a line keeps the name that its eID had, whatever the eID is called later", () => {
  const issued = withEids(linesOf(APRIL, [term("2026-04-01T00:00:00Z", 2_900)], GROUPS), { b: "MitID" });
  expect(eidsOn(issued)).toEqual({ b: "MitID" });
  expect(withEids(issued, { b: "Other", s: "BankID" }).map((line) => line.kind !== "fee" && line.eid)).toEqual(
    issued.map((line) => line.kind !== "fee" && (line.provider === "b" ? "MitID" : "BankID")),
  );
  expect(textOfLines(issued)).toContain('"provider":"b","eid":"MitID","basis":"price"');
});

test("checks without a basis, of an older version, come before those with one", () => {
  const group = { kind: "checks", provider: "b", unitMinor: 12, quantity: 1, amountMinor: 12 } as const;
  const groups = [
    { ...group, basis: "price" as const },
    { ...group, basis: null },
  ];
  for (const some of [groups, groups.toReversed()])
    expect(linesOf(APRIL, [], some).map((line) => line.kind !== "fee" && line.basis)).toEqual([null, "price"]);
});

test("where every line has another rate than the document's own, that one is not said", () => {
  const line = {
    kind: "reversals",
    provider: "b",
    basis: "price",
    quantity: 1,
    unitMinor: -10,
    amountMinor: -10,
  } as const;
  const lines = [
    { ...line, taxBasisPoints: 2_500 },
    { ...line, taxBasisPoints: 700 },
  ];
  expect(taxesOf(lines, 1_900).map(({ basisPoints }) => basisPoints)).toEqual([700, 2_500]);
});

test("the same facts give the same lines to the byte, in whatever order they come", () => {
  const text = textOfLines(linesOf(APRIL, [], GROUPS));
  fc.assert(
    fc.property(fc.shuffledSubarray(GROUPS, { minLength: GROUPS.length }), (groups) => {
      expect(textOfLines(linesOf(APRIL, [], groups))).toBe(text);
    }),
  );
  expect(linesOf(APRIL, [], GROUPS).map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ["checks", 15],
    ["checks", 36],
    ["checks", 0],
    ["checks", 0],
    ["reversals", -12],
  ]);
});

test.for([
  [2, 2_500, 1],
  [1, 2_500, 0],
  [3, 2_500, 1],
  [-2, 2_500, -1],
  [-1, 2_500, 0],
  [1_000, 810, 81],
  [50, 100, 1],
  [49, 100, 0],
  [-50, 100, -1],
  [12_345, 0, 0],
] as const)(
  "of %d at %d hundredths of a percent the tax is %d: half a minor unit goes away from zero",
  ([net, rate, tax]) => {
    const line = { kind: "fee", plan: null, feeMinor: 0, days: 1, daysOfMonth: 30, amountMinor: net } as const;
    expect(totalsOf([line], rate)).toEqual({ netMinor: net, taxMinor: tax, totalMinor: net + tax });
  },
);

test("tax of another rate is reckoned apart, and the document's own comes first", () => {
  const line = { kind: "reversals", provider: "b", basis: "price", quantity: 1, unitMinor: -3 } as const;
  const fee = { kind: "fee", plan: null, feeMinor: 0, days: 1, daysOfMonth: 30, amountMinor: 1_000 } as const;
  const lines = [
    { ...line, amountMinor: -3, taxBasisPoints: 2_500 },
    { ...line, amountMinor: -3, taxBasisPoints: 2_500 },
    { ...line, amountMinor: -100, taxBasisPoints: 700 },
    { ...line, amountMinor: -10 },
    fee,
  ];
  expect(taxesOf(lines, 1_900)).toEqual([
    { basisPoints: 1_900, netMinor: 990, taxMinor: 188 },
    { basisPoints: 700, netMinor: -100, taxMinor: -7 },
    { basisPoints: 2_500, netMinor: -6, taxMinor: -2 },
  ]);
  expect(totalsOf(lines, 1_900)).toEqual({ netMinor: 884, taxMinor: 179, totalMinor: 1_063 });
  expect(taxesOf([], 1_900)).toEqual([{ basisPoints: 1_900, netMinor: 0, taxMinor: 0 }]);
});

test("lines that differ in nothing but their rate keep one order", () => {
  const group = {
    kind: "reversals",
    provider: "b",
    basis: "price",
    unitMinor: -12,
    quantity: 1,
    amountMinor: -12,
  } as const;
  const groups = [
    { ...group, taxBasisPoints: 700 },
    { ...group, taxBasisPoints: null },
    { ...group, taxBasisPoints: 0 },
  ];
  for (const some of [groups, groups.toReversed()])
    expect(linesOf(APRIL, [], some).map((line) => line.kind !== "fee" && line.taxBasisPoints)).toEqual([
      undefined,
      0,
      700,
    ]);
});

test("tax is reckoned on the sum, not line by line", () => {
  const line = { kind: "fee", plan: null, feeMinor: 0, days: 1, daysOfMonth: 30, amountMinor: 1 } as const;
  expect(totalsOf([line, line, line, line], 2_500).taxMinor).toBe(1);
});

test("what Stripe was to collect earlier is a line of its own, and a credit note takes it back as it is", () => {
  const late = { kind: "late", provider: "b", basis: "price", unitMinor: 12, quantity: 3, amountMinor: 36 } as const;
  const back = { ...late, unitMinor: -12, quantity: 1, amountMinor: -12 };
  const lines = linesOf(APRIL, [], [...GROUPS, late, back]);
  expect(lines.map(({ kind }) => kind)).toEqual(["checks", "checks", "checks", "checks", "late", "late", "reversals"]);
  expect(takenBack(lines)).toEqual([
    { ...late, unitMinor: -12, amountMinor: -36 },
    { ...back, unitMinor: 12, amountMinor: 12 },
  ]);
});

test("a credit note takes exactly the fees back, and its tax is the opposite", () => {
  const lines = linesOf(LEAP_FEBRUARY, [term("2028-02-10", 2_999)], GROUPS);
  const fees = lines.filter(({ kind }) => kind === "fee");
  const back = takenBack(lines);
  expect(back).toHaveLength(1);
  const [there, again] = [totalsOf(fees, 1_900), totalsOf(back, 1_900)];
  expect([again.netMinor, again.taxMinor, again.totalMinor]).toEqual([
    -there.netMinor,
    -there.taxMinor,
    -there.totalMinor,
  ]);
});
