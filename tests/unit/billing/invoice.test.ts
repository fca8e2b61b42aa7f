import fc from "fast-check";
import { expect, test } from "vitest";
import {
  feesOf,
  type InvoiceGroup,
  includedOf,
  linesOf,
  type Term,
  takenBack,
  taxesOf,
  textOfLines,
  totalsOf,
} from "#lib/billing/invoice.rules.ts";

const [FEBRUARY, LEAP_FEBRUARY, APRIL, MAY] = ["2026-02-01", "2028-02-01", "2026-04-01", "2026-05-01"] as const;

const term = (startsAt: string, monthlyFeeMinor: number, more: Partial<Term> = {}): Term => ({
  startsAt: new Date(startsAt),
  status: "active",
  planName: "Starter",
  monthlyFeeMinor,
  ...more,
});

const charged = (period: string, ...terms: Term[]) =>
  feesOf(period, terms).map((line) => (line.kind === "fee" ? [line.days, line.daysOfMonth, line.amountMinor] : []));

test.for([
  [FEBRUARY, 28],
  [LEAP_FEBRUARY, 29],
  [APRIL, 30],
  [MAY, 31],
] as const)("a whole month of %s costs the whole fee, whatever its %d days", ([period, days]) => {
  expect(charged(period, term("2020-01-01", 2_900))).toEqual([[days, days, 2_900]]);
});

test("whoever begins on the leap day pays for one of 29 days", () => {
  expect(charged(LEAP_FEBRUARY, term("2028-02-29T23:59:59.999Z", 2_900))).toEqual([[1, 29, 100]]);
});

test("a day costs what held when it ended in UTC", () => {
  expect(charged(MAY, term("2026-05-30T23:59:59.999Z", 3_100))).toEqual([[2, 31, 200]]);
  expect(charged(MAY, term("2026-05-31T00:00:00.000Z", 3_100))).toEqual([[1, 31, 100]]);
  expect(charged(MAY, term("2026-06-01T00:00:00.000Z", 3_100))).toEqual([]);
});

test("of several changes on one day the dearest counts, and goes on counting", () => {
  const changes = [term("2026-04-01T09:00Z", 3_000), term("2026-04-01T10:00Z", 9_000), term("2026-04-01T11:00Z", 600)];
  expect(charged(APRIL, ...changes)).toEqual([[30, 30, 9_000]]);
});

test("of two that begin at the same moment only the later ever held", () => {
  expect(charged(APRIL, term("2026-04-11", 9_000), term("2026-04-11", 3_000))).toEqual([[20, 30, 2_000]]);
});

test("a plan that is taken and ended on the same day costs that day, each time", () => {
  const taken = (day: number) => [
    term(`2026-04-${day}T00:01Z`, 3_000),
    term(`2026-04-${day}T23:59Z`, 3_000, { status: "canceled" }),
  ];
  expect(charged(APRIL, ...taken(11), ...taken(12))).toEqual([[2, 30, 200]]);
});

test("what ended a month before is not the dearest of this one", () => {
  expect(charged(MAY, term("2026-04-01", 9_000), term("2026-05-01", 3_100))).toEqual([[31, 31, 3_100]]);
});

test.for([
  [44, 1],
  [45, 2],
  [46, 2],
] as const)("a thirtieth of %d is rounded to %d: half a minor unit goes up", ([fee, amount]) => {
  expect(charged(APRIL, term("2026-04-30T12:00Z", fee))).toEqual([[1, 30, amount]]);
});

test("whoever goes back to a cheaper plan saves from the next month on", () => {
  const changes = [
    term("2026-04-01", 2_900),
    term("2026-04-11", 9_900, { planName: "Large" }),
    term("2026-04-21", 2_900),
  ];
  expect(feesOf(APRIL, changes)).toEqual([
    { kind: "fee", plan: "Starter", feeMinor: 2_900, days: 10, daysOfMonth: 30, amountMinor: 967 },
    { kind: "fee", plan: "Large", feeMinor: 9_900, days: 20, daysOfMonth: 30, amountMinor: 6_600 },
  ]);
  expect(charged(MAY, ...changes)).toEqual([[31, 31, 2_900]]);
});

test("however often it changed, the fees of a month are their exact sum, rounded once", () => {
  const change = fc.record({ day: fc.integer({ min: 0, max: 30 }), fee: fc.integer({ min: 0, max: 100_000 }) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
      const ordered = changes.toSorted((a, b) => a.day - b.day);
      const terms = ordered.map(({ day, fee }) => term(`2026-05-${String(day + 1).padStart(2, "0")}T12:00Z`, fee));
      const owed = Array.from({ length: 31 }, (_, day) =>
        Math.max(0, ...ordered.filter((one) => one.day <= day).map(({ fee }) => fee)),
      );
      const sum = feesOf(MAY, terms).reduce((all, { amountMinor }) => all + amountMinor, 0);
      expect(sum).toBe(Math.round(owed.reduce((all, fee) => all + fee, 0) / 31));
    }),
  );
});

test.for([
  ["trialing", 0],
  ["active", 3_000],
  ["past_due", 3_000],
  ["paused", 0],
  ["canceled", 0],
] as const)("a month of being %s costs %d of a fee of 3000", ([status, amount]) => {
  const [fee] = charged(APRIL, term("2026-01-01", 3_000, { status }));
  expect(fee?.[2] ?? 0).toBe(amount);
});

const including = (startsAt: string, includedChecks: number, more: Partial<Term> = {}) => ({
  ...term(startsAt, 0, more),
  includedChecks,
});

test.for([
  ["a whole month", [including("2026-01-01", 200)], 200],
  ["the last day alone, to its last moment", [including("2026-04-30T23:59:59.999Z", 200)], 7],
  ["the day after", [including("2026-05-01", 200)], 0],
  ["half a month", [including("2026-04-16", 200)], 100],
  ["a plan with more, from a day on", [including("2026-01-01", 30), including("2026-04-21", 300)], 120],
  [
    "a plan with less afterwards: that of before goes on",
    [including("2026-01-01", 300), including("2026-04-02", 0)],
    300,
  ],
  ["an end", [including("2026-01-01", 300), including("2026-04-10T12:00Z", 300, { status: "canceled" })], 100],
  ["a pause", [including("2026-01-01", 300), including("2026-04-10T12:00Z", 300, { status: "paused" })], 100],
  [
    "an end, and the same plan again: nothing is won by it",
    [
      including("2026-01-01", 300),
      including("2026-04-10T12:00Z", 300, { status: "canceled" }),
      including("2026-04-21", 300),
    ],
    200,
  ],
  ["a trial", [including("2026-04-16", 200, { status: "trialing" })], 100],
  ["the grace", [including("2026-04-16", 200, { status: "past_due" })], 100],
  ["a thirtieth of 44 checks", [including("2026-04-30", 44)], 1],
  ["a thirtieth of 45 checks: half a check is one", [including("2026-04-30", 45)], 2],
  ["nothing", [], 0],
] as const)("included is what the days of April allow: %s", ([, terms, included]) => {
  expect(includedOf(APRIL, terms)).toBe(included);
});

const GROUPS: InvoiceGroup[] = [
  { provider: "b", basis: "price", unitMinor: 12, quantity: 3, amountMinor: 36, isReversal: false },
  { provider: "b", basis: "price", unitMinor: 15, quantity: 1, amountMinor: 15, isReversal: false },
  { provider: "b", basis: "price", unitMinor: -12, quantity: 1, amountMinor: -12, isReversal: true },
  { provider: "s", basis: "included", unitMinor: 0, quantity: 9, amountMinor: 0, isReversal: false },
  { provider: "s", basis: "over_cap", unitMinor: 0, quantity: 2, amountMinor: 0, isReversal: false },
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

test("terms without a fee are no line, and of two plans of one fee the first is named", () => {
  expect(feesOf(APRIL, [term("2026-01-01", 0)])).toEqual([]);
  const same = [term("2026-01-01", 2_900), term("2026-04-11", 2_900, { planName: "Other" })];
  expect(feesOf(APRIL, same)).toMatchObject([{ plan: "Starter", days: 30, amountMinor: 2_900 }]);
});

test("checks without a basis, of an older version, come before those with one", () => {
  const group = { provider: "b", unitMinor: 12, quantity: 1, amountMinor: 12, isReversal: false } as const;
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
    provider: "b",
    basis: "price",
    unitMinor: -12,
    quantity: 1,
    amountMinor: -12,
    isReversal: true,
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
  const late = { provider: "b", basis: "price", unitMinor: 12, quantity: 3, amountMinor: 36 } as const;
  const back = { ...late, unitMinor: -12, quantity: 1, amountMinor: -12 };
  const groups = [late, back].map((group) => ({ ...group, isReversal: false, isLate: true }));
  const lines = linesOf(APRIL, [], [...GROUPS, ...groups]);
  expect(lines.map(({ kind }) => kind)).toEqual(["checks", "checks", "checks", "checks", "late", "late", "reversals"]);
  expect(takenBack(lines)).toEqual([
    { ...late, kind: "late", unitMinor: -12, amountMinor: -36 },
    { ...back, kind: "late", unitMinor: 12, amountMinor: 12 },
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
