import fc from "fast-check";
import { expect, test } from "vitest";
import { batchesOf, identifierOf, isAccepted, isCollectedByStripe } from "#lib/billing/stripe/meter.rules.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-11-01T10:00:00Z");
const row = (ms: number, priceMinor: number, more = {}) => ({
  provider: "b" as const,
  priceMinor,
  currency: "EUR",
  createdAt: new Date(START + ms),
  creditNoteId: null,
  ...more,
});

test("rows of one hour, provider and price are one batch, at the moment of the youngest", () => {
  const rows = [
    row(5, 12),
    row(HOUR_MS - 1, 12),
    row(0, 12),
    row(HOUR_MS, 12),
    row(1, 10),
    row(1, 12, { provider: "s" }),
  ];
  const hour = new Date(START);
  const batch = { hour, provider: "b", unitMinor: 12, currency: "EUR", quantity: 1 };
  expect(batchesOf(rows)).toEqual([
    { ...batch, quantity: 3, at: new Date(START + HOUR_MS - 1) },
    { ...batch, hour: new Date(START + HOUR_MS), at: new Date(START + HOUR_MS) },
    { ...batch, unitMinor: 10, at: new Date(START + 1) },
    { ...batch, provider: "s", at: new Date(START + 1) },
  ]);
  expect(batchesOf([])).toEqual([]);
  expect(batchesOf([row(0, 12), row(0, 12, { currency: "DKK" })])).toHaveLength(2);
});

test("batches come to what their rows come to, each of them within its hour", () => {
  const any = fc.record({
    ms: fc.integer({ min: -5 * HOUR_MS, max: 5 * HOUR_MS }),
    price: fc.integer({ min: -9, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(any), (rows) => {
      const batches = batchesOf(rows.map(({ ms, price }) => row(ms, price)));
      const sum = batches.reduce((all, { quantity, unitMinor }) => all + quantity * unitMinor, 0);
      expect(sum).toBe(rows.reduce((all, { price }) => all + price, 0));
      for (const { hour, at } of batches) expect(Math.floor((+at - +hour) / HOUR_MS)).toBe(0);
    }),
  );
});

test("an identifier says whose, which hour, provider, price and batch", () => {
  const [batch] = batchesOf([row(5, -12)]);
  if (!batch) throw new Error("There is no batch");
  expect(identifierOf("cus_1", { ...batch, number: 3 })).toBe("cus_1:2026-11-01T10:b:-12:3");
});

test("Stripe collects what costs something within a span, and takes nothing back that was invoiced here", () => {
  const span = [{ since: new Date(START), until: new Date(START + 10) }];
  expect([-1, 0, 9, 10].map((ms) => isCollectedByStripe(row(ms, 12), span))).toEqual([false, true, true, false]);
  expect([0, 1, -1].map((price) => isCollectedByStripe(row(0, price), span))).toEqual([false, true, true]);
  expect(isCollectedByStripe(row(0, -12, { creditNoteId: "x" }), span)).toBe(false);
});

test("Stripe takes what is younger than 35 days", () => {
  const now = new Date(START);
  const at = (ms: number) => ({ at: new Date(START - 35 * 24 * HOUR_MS + ms) });
  expect([-1, 0, 1].map((ms) => isAccepted(at(ms), now))).toEqual([false, false, true]);
});
