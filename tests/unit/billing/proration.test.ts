import fc from "fast-check";
import { expect, test } from "vitest";
import { feesOf, includedOf, type Term } from "#lib/billing/proration.rules.ts";

const [FEBRUARY, LEAP_FEBRUARY, APRIL, MAY] = ["2026-02-01", "2028-02-01", "2026-04-01", "2026-05-01"] as const;

const term = (startsAt: string, monthlyFeeMinor: number, more: Partial<Term> = {}): Term => ({
  startsAt: new Date(startsAt),
  status: "active",
  planName: "Starter",
  monthlyFeeMinor,
  ...more,
});

const charged = (period: string, ...terms: Term[]) =>
  feesOf(period, terms).map((line) => [line.days, line.daysOfMonth, line.amountMinor]);

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
      const due = Array.from({ length: 31 }, (_, day) =>
        Math.max(0, ...ordered.filter((one) => one.day <= day).map(({ fee }) => fee)),
      );
      const sum = feesOf(MAY, terms).reduce((all, { amountMinor }) => all + amountMinor, 0);
      expect(sum).toBe(Math.round(due.reduce((all, fee) => all + fee, 0) / 31));
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

test("terms without a fee are no line, and of two plans of one fee the first is named", () => {
  expect(feesOf(APRIL, [term("2026-01-01", 0)])).toEqual([]);
  const same = [term("2026-01-01", 2_900), term("2026-04-11", 2_900, { planName: "Other" })];
  expect(feesOf(APRIL, same)).toMatchObject([{ plan: "Starter", days: 30, amountMinor: 2_900 }]);
});
