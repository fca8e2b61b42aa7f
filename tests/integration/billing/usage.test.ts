import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readCalendar } from "#db/queries/closed-month.ts";
import { daysIn, type Period, periodAfter, periodOf, startOf } from "#lib/base/time.rules.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { readUsage } from "#lib/billing/usage.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { database } from "#lib/runtime/database.ts";
import { past } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const MARCH = "2026-03-01";
const DAY_MS = 86_400_000;
const { today } = await readCalendar(database());
const daysAgo = (days: number) => new Date(+today - days * DAY_MS);

async function usageOf({ id }: { id: string }, period: Period | null = null) {
  const read = await readUsage(OPERATOR, id, period);
  if (!read.ok) throw new Error(read.reason);
  return read;
}

const sum = (checks: number, amountMinor: number, reversals = 0) => ({ checks, reversals, amountMinor });

test("a month's checks by day, provider, key and host; each breakdown adds up to the total, and test checks cost nothing", async () => {
  const shop = await newOrganization();
  const made = await createKey(OPERATOR, { organizationId: shop.id, mode: "live", label: "Till 3" });
  const till = made.ok ? made.key : "";
  const tried = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "" });
  const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12));
  await past(shop, [
    { at: at(1), priceMinor: 12 },
    { at: at(1), priceMinor: 10, provider: "s" },
    { at: at(31), priceMinor: 12, key: till, host: "other.example" },
    { at: at(2), priceMinor: 0, mode: "test", key: tried.ok ? tried.key : "" },
    { at: at(32), priceMinor: 500 },
    { at: at(0), priceMinor: 7_000 },
  ]);
  const { usage, isNow, spentNowMinor } = await usageOf(shop, MARCH);
  expect([isNow, spentNowMinor]).toEqual([false, 0]);
  expect(usage).toEqual({
    period: MARCH,
    currency: "EUR",
    total: sum(3, 34),
    byDay: [
      { value: "2026-03-01", label: null, ...sum(2, 22) },
      { value: "2026-03-31", label: null, ...sum(1, 12) },
    ],
    byProvider: [
      { value: "b", label: null, ...sum(2, 24) },
      { value: "s", label: null, ...sum(1, 10) },
    ],
    byKey: [
      { value: shop.key, label: "", ...sum(2, 22) },
      { value: till, label: "Till 3", ...sum(1, 12) },
    ],
    byHost: [
      { value: shop.host, label: null, ...sum(2, 22) },
      { value: "other.example", label: null, ...sum(1, 12) },
    ],
    tests: 1,
    forecast: null,
  });
});

test("what is taken back is counted apart, and lowers what this month's checks cost", async () => {
  const shop = await newOrganization();
  const [first = ""] = await past(shop, [{ at: today }, { at: today, priceMinor: 100 }]);
  await reverseEvent(OPERATOR, first, "Wrong");
  const { usage, spentNowMinor } = await usageOf(shop);
  expect([usage.total, spentNowMinor]).toEqual([sum(2, 100, 1), 100]);
});

test.for([
  ["no month", null],
  ["this month", periodOf(today)],
  ["a month to come", periodAfter(periodOf(today))],
] as const)("%s asks for the current one", async ([, period]) => {
  const shop = await newOrganization();
  await past(shop, [{ at: today, priceMinor: 100 }]);
  expect(await usageOf(shop, period)).toMatchObject({
    usage: { period: periodOf(today), total: sum(1, 100) },
    isNow: true,
    spentNowMinor: 100,
  });
});

test("who may not see the billing sees no usage", async () => {
  const shop = await newOrganization();
  const developer = await memberOf(shop.id, "developer");
  expect(await readUsage(developer, shop.id)).toEqual({ ok: false, reason: "not_allowed" });
});

test("an organization that never had terms used nothing, in no currency", async () => {
  const shop = await newOrganization({ subscription: "none" });
  expect((await usageOf(shop)).usage).toMatchObject({ currency: "XXX", total: sum(0, 0), byKey: [], forecast: null });
});

/** What this month has cost, and how much of it is left in days. */
async function monthOf({ id }: { id: string }) {
  const month = periodOf(today);
  const [row] = await database().execute<{ spent: number }>(sql`
    SELECT coalesce(sum(price_minor), 0)::int AS spent FROM billing_event
    WHERE organization_id = ${id} AND created_at >= ${startOf(month).toISOString()}::timestamptz`);
  return { spent: row?.spent ?? 0, left: daysIn(month) - (Date.now() - +startOf(month)) / DAY_MS };
}

test("each day that is left is expected to cost what the 28 whole days before today did", async () => {
  const shop = await newOrganization();
  const days = Array.from({ length: 28 }, (_, n) => ({ at: daysAgo(n + 1), priceMinor: 100 }));
  await past(shop, [...days, { at: daysAgo(29), priceMinor: 1_000_000 }, { at: today, priceMinor: 5_000 }]);
  const { spent, left } = await monthOf(shop);
  const { forecast } = (await usageOf(shop)).usage;
  expect(Math.abs((forecast?.likelyMinor ?? 0) - spent - 100 * left)).toBeLessThan(2);
  expect([forecast?.minMinor, forecast?.maxMinor]).toEqual([forecast?.likelyMinor, forecast?.likelyMinor]);
});

test("days without a check count as nothing, from the first with one on", async () => {
  const shop = await newOrganization();
  await past(shop, [
    { at: daysAgo(10), priceMinor: 700 },
    { at: daysAgo(3), priceMinor: 300 },
  ]);
  const { spent, left } = await monthOf(shop);
  const { forecast } = (await usageOf(shop)).usage;
  expect(Math.abs((forecast?.likelyMinor ?? 0) - spent - 100 * left)).toBeLessThan(2);
});

test("history begins with the first live check of the last 28 days", async () => {
  const shop = await newOrganization();
  const tried = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "" });
  const trial = { priceMinor: 0, mode: "test", key: tried.ok ? tried.key : "" } as const;
  await past(shop, [{ at: daysAgo(40) }, { at: daysAgo(20), ...trial }, { at: daysAgo(3) }]);
  expect((await usageOf(shop)).usage.forecast).toBeNull();
});

test.for([
  [6, false],
  [7, true],
] as const)("%s whole days of history make a forecast: %s", async ([days, isEnough]) => {
  const shop = await newOrganization();
  await past(shop, [{ at: daysAgo(days) }, { at: today }]);
  expect((await usageOf(shop)).usage.forecast !== null).toBe(isEnough);
});

test("a month that is over is forecast no more, whatever followed it", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: daysAgo(20) }, { at: startOf(periodAfter(periodOf(today), -1)) }]);
  expect((await usageOf(shop, periodAfter(periodOf(today), -1))).usage.forecast).toBeNull();
});
