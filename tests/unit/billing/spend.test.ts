import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BillTerms,
  billOf,
  fitsUnderCap,
  mayReserve,
  priceOf,
  type Reserved,
  reservedMinor,
  stoppingCap,
  usageDecides,
} from "#lib/billing/spend.rules.ts";

const TERMS: BillTerms = {
  currency: "EUR",
  priceSMinor: 10,
  priceBMinor: 12,
  includedChecks: 0,
  spendCapMinor: 100,
  stopsAtCap: true,
};
const NOTHING = { checks: 0, spentMinor: 0 };
const S = { priceMinor: 10, isReservation: true };
const B = { priceMinor: 12, isReservation: false };
const underWay = (checks: number, priceMinor = 10): Reserved => [{ priceMinor, withSecret: true, checks }];

test("each provider has its price", () => {
  expect([priceOf("s", TERMS), priceOf("b", TERMS)]).toEqual([10, 12]);
});

test("an event is pinned to the price, the currency and the reason of its moment", () => {
  expect(billOf("b", "live", TERMS, NOTHING)).toEqual({ priceMinor: 12, currency: "EUR", basis: "price" });
  expect(billOf("s", "live", TERMS, { checks: 9, spentMinor: 1_000 })).toEqual({
    priceMinor: 10,
    currency: "EUR",
    basis: "price",
  });
  expect(billOf("b", "test", TERMS, NOTHING)).toEqual({ priceMinor: 0, currency: "EUR", basis: "test" });
  expect(billOf("b", "test", null, NOTHING)).toEqual({ priceMinor: 0, currency: "XXX", basis: "test" });
  expect(billOf("b", "live", null, NOTHING)).toEqual({ priceMinor: 0, currency: "XXX", basis: "no_terms" });
});

test("so many checks of a month are included, and a check that reserved a price costs that", () => {
  const terms = { ...TERMS, includedChecks: 2 };
  const at = (checks: number, reserved: number | null = null) =>
    billOf("s", "live", terms, { checks, spentMinor: 0 }, reserved);
  expect([at(1), at(2), at(2, 7), at(2, 0), at(1, 7)]).toEqual([
    { priceMinor: 0, currency: "EUR", basis: "included" },
    { priceMinor: 10, currency: "EUR", basis: "price" },
    { priceMinor: 7, currency: "EUR", basis: "price" },
    { priceMinor: 0, currency: "EUR", basis: "price" },
    { priceMinor: 0, currency: "EUR", basis: "included" },
  ]);
});

test("a cap stops where somebody chose so, and there is one", () => {
  expect([
    stoppingCap(TERMS),
    stoppingCap({ ...TERMS, stopsAtCap: false }),
    stoppingCap({ ...TERMS, spendCapMinor: null }),
    stoppingCap({ ...TERMS, spendCapMinor: 0 }),
  ]).toEqual([100, null, null, 0]);
  for (const loose of [
    { ...TERMS, stopsAtCap: false },
    { ...TERMS, spendCapMinor: null },
  ])
    expect(fitsUnderCap(B, loose, { checks: 9, spentMinor: 1_000 }, underWay(99))).toBe(true);
});

test("what is spent, what is reserved and the next check fit under the cap to the last cent", () => {
  const fits = (check: typeof S, spentMinor: number, reserved: Reserved) =>
    fitsUnderCap(check, TERMS, { checks: 1, spentMinor }, reserved);
  expect([fits(S, 90, []), fits(S, 91, [])]).toEqual([true, false]);
  expect([fits(B, 88, []), fits(B, 89, [])]).toEqual([true, false]);
  expect([fits(S, 40, underWay(5)), fits(S, 41, underWay(5)), fits(S, 40, underWay(6))]).toEqual([true, false, false]);
  expect([fits(B, 38, underWay(5)), fits(B, 39, underWay(5))]).toEqual([true, false]);
  // At the prices that they reserved, whatever a check costs now.
  expect([fits(S, 50, underWay(2, 20)), fits(S, 51, underWay(2, 20))]).toEqual([true, false]);
});

test("included checks are room under any cap, for those under way too; what must be paid is not", () => {
  const terms = { ...TERMS, includedChecks: 3, spendCapMinor: 10 };
  const fits = (check: typeof S, checks: number, spentMinor: number, reserved: Reserved) =>
    fitsUnderCap(check, terms, { checks, spentMinor }, reserved);
  // Three are included, one is paid.
  expect([2, 3, 4].map((under) => fits(S, 0, 0, underWay(under)))).toEqual([true, true, false]);
  expect([1, 2].map((under) => fits(S, 2, 0, underWay(under)))).toEqual([true, false]);
  // A call of b that takes an included one makes a check under way be paid.
  expect([2, 3, 4].map((under) => fits(B, 0, 0, underWay(under)))).toEqual([true, true, false]);
  // The cap was lowered below what is spent: what costs nothing goes on, the rest does not.
  expect([fits(S, 2, 50, []), fits(S, 2, 50, underWay(1)), fits(B, 2, 50, []), fits(B, 3, 50, [])]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("of checks under way at different prices the cheapest are taken to be the included ones", () => {
  const terms = { ...TERMS, includedChecks: 2, spendCapMinor: 60 };
  const mixed = [...underWay(1, 30), ...underWay(1, 5), ...underWay(1, 20)];
  // 5 and 10 are included; 20 and 30 are paid: 50. One cent dearer, and 10 more would not fit.
  expect(fitsUnderCap(S, { ...terms, spendCapMinor: 50 }, NOTHING, mixed)).toBe(true);
  expect(fitsUnderCap(S, { ...terms, spendCapMinor: 49 }, NOTHING, mixed)).toBe(false);
  expect(mixed.map(({ priceMinor }) => priceMinor)).toEqual([30, 5, 20]);
});

test("checks that began without a secret reserve half of the room that all others leave, or one check", () => {
  const open = (checks: number, priceMinor = 10) => [{ priceMinor, withSecret: false, checks }];
  const may = (spentMinor: number, reserved: Reserved, withSecret = false) =>
    mayReserve({ priceMinor: 10, withSecret }, TERMS, { checks: 1, spentMinor }, reserved);
  // Of 100 half, of 99 not.
  expect([may(0, open(4)), may(1, open(4)), may(0, open(5)), may(0, open(5), true)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  // The backend has 40 of it: half of 60.
  expect([may(0, [...underWay(4), ...open(2)]), may(0, [...underWay(4), ...open(3)])]).toEqual([true, false]);
  // One may always be under way, where there is room for it at all.
  expect([may(90, []), may(91, []), may(80, open(1)), may(80, underWay(1))]).toEqual([true, false, false, true]);
  expect(mayReserve({ priceMinor: 10, withSecret: false }, { ...TERMS, stopsAtCap: false }, NOTHING, open(99))).toBe(
    true,
  );
});

test("a check that nobody may have to pay for begins, whatever others without a secret have reserved", () => {
  const terms = { ...TERMS, includedChecks: 3, spendCapMinor: 10 };
  const may = (checks: number) =>
    mayReserve({ priceMinor: 10, withSecret: false }, terms, { checks: 0, spentMinor: 0 }, [
      { priceMinor: 10, withSecret: false, checks },
    ]);
  expect([may(2), may(3), may(4)]).toEqual([true, true, false]);
});

test("what is reserved is what the checks under way may cost beyond what is spent", () => {
  const terms = { ...TERMS, includedChecks: 3 };
  const at = (checks: number, under: number) => reservedMinor(terms, { checks, spentMinor: 70 }, underWay(under));
  expect([at(0, 3), at(0, 5), at(2, 5), at(9, 5), at(9, 0)]).toEqual([0, 20, 40, 50, 0]);
});

test("however checks come and end, and prices change, what is spent never passes the cap, and every yes is billed", () => {
  const step = fc.record({
    does: fc.constantFrom("s", "b", "yes", "yes", "no", "price"),
    which: fc.nat({ max: 50 }),
    price: fc.integer({ min: 0, max: 40 }),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 120 }),
      fc.integer({ min: 0, max: 300 }),
      fc.nat({ max: 8 }),
      (steps, spendCapMinor, includedChecks) => {
        let terms = { ...TERMS, spendCapMinor, includedChecks };
        const usage = { checks: 0, spentMinor: 0 };
        const prices: number[] = [];
        const spend = (priceMinor: number) => {
          usage.checks += 1;
          usage.spentMinor += priceMinor;
        };
        for (const { does, which, price } of steps) {
          const reserved = prices.flatMap((priceMinor) => underWay(1, priceMinor));
          if (does === "price") terms = { ...terms, priceSMinor: price, priceBMinor: price + 1 };
          else if (
            does === "s" &&
            fitsUnderCap({ priceMinor: terms.priceSMinor, isReservation: true }, terms, usage, reserved)
          )
            prices.push(terms.priceSMinor);
          else if (
            does === "b" &&
            fitsUnderCap({ priceMinor: terms.priceBMinor, isReservation: false }, terms, usage, reserved)
          )
            spend(billOf("b", "live", terms, usage).priceMinor);
          else if (does === "yes" || does === "no") {
            const [priceMinor] = prices.splice(which % Math.max(1, prices.length), 1);
            if (does === "no" || priceMinor === undefined) continue;
            const bill = billOf("s", "live", terms, usage, priceMinor);
            expect(bill.basis).toBe(usage.checks < includedChecks ? "included" : "price");
            spend(bill.priceMinor);
          }
          expect(usage.spentMinor).toBeLessThanOrEqual(spendCapMinor);
        }
      },
    ),
    { numRuns: 400 },
  );
});

test("the usage decides while checks are included, and where a cap stops", () => {
  const terms = { ...TERMS, includedChecks: 3, stopsAtCap: false };
  const at = (checks: number) => ({ checks, spentMinor: 0 });
  expect([2, 3].map((checks) => usageDecides(terms, at(checks)))).toEqual([true, false]);
  expect(usageDecides({ ...terms, stopsAtCap: true }, at(3))).toBe(true);
  expect(usageDecides({ ...terms, stopsAtCap: true, spendCapMinor: null }, at(3))).toBe(false);
  expect(usageDecides(null, at(0))).toBe(false);
});
