import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { reverseEvent } from "#lib/billing/reverse.ts";
import { sealOrganization } from "#lib/billing/seal.ts";
import { sendMeterEvents } from "#lib/billing/stripe/meter.ts";
import { Refusal } from "#sandbox/stripe/refusal.ts";
import { past } from "#tests/support/ledger.ts";
import { count, organization } from "#tests/support/organization.ts";
import { customer, enterStripe, soldPlan, subscribed } from "#tests/support/stripe.ts";

const OPERATOR = { kind: "operator" } as const;
const stripe = await enterStripe();
afterAll(stripe.close);
beforeEach(() => {
  stripe.hooks.before = async () => {};
  stripe.hooks.after = async () => {};
});

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const METER = "/v1/billing/meter_events";

/** A shop that subscribed longer ago than Stripe takes events of. */
async function metered() {
  const shop = await customer(stripe, 40);
  const { sub } = shop;
  return {
    ...shop,
    /** What Stripe's meter has of it, in the order in which it came. */
    metered: () =>
      [...stripe.account.meterEvents.values()].filter(({ payload }) => payload.stripe_customer_id === sub.customer),
    asked: () => stripe.calls.filter(({ path, body }) => path === METER && body.includes(sub.customer)).length,
  };
}

type Shop = Awaited<ReturnType<typeof metered>>;

/** Checks of so many minor units, an hour apart, the last one twelve hours ago: sealed, and not told yet. */
async function checked(shop: Shop, prices: number[]): Promise<string[]> {
  const checks = prices.map((priceMinor, n) => ({ at: hoursAgo(11 + prices.length - n), priceMinor }));
  const ids = await past(shop, checks);
  await sealOrganization(shop.id);
  return ids;
}

test("each event is told under its own id, with what it cost and when it was, in the ledger's order", async () => {
  const shop = await metered();
  const ids = await checked(shop, [12, 10, 12]);
  await sendMeterEvents();
  const seconds = [14, 13, 12].map((hours) => Math.floor(+hoursAgo(hours) / 1000));
  expect(shop.metered().map(({ identifier }) => identifier)).toEqual(ids);
  expect(shop.metered().map(({ payload }) => payload)).toEqual(
    ["12", "10", "12"].map((value) => ({ stripe_customer_id: shop.sub.customer, value })),
  );
  shop.metered().forEach(({ timestamp, event_name }, n) => {
    expect(Math.abs(timestamp - (seconds[n] ?? 0))).toBeLessThanOrEqual(5);
    expect(event_name).toBe("ageway_minor_units");
  });
});

test("Stripe's sum is the ledger's: what was taken back counts down, and what costs nothing is not told", async () => {
  const shop = await metered();
  const [, second] = await checked(shop, [12, 10, 0, 12]);
  await reverseEvent(OPERATOR, second ?? "", "A double click");
  await sealOrganization(shop.id);
  await sendMeterEvents();
  const values = shop.metered().map(({ payload }) => Number(payload.value));
  expect(values).toEqual([12, 10, 12, -10]);
  const ledger = sql`SELECT sum(price_minor)::int AS n FROM billing_event WHERE organization_id = ${shop.id}`;
  expect(values.reduce((sum, value) => sum + value, 0)).toBe(await count(ledger));
});

test("what was told is not told again, and what comes later is", async () => {
  const shop = await metered();
  await checked(shop, [12, 0]);
  await sendMeterEvents();
  await sendMeterEvents();
  expect(shop.asked()).toBe(1);
  await past(shop, [{ at: hoursAgo(11.5), priceMinor: 10 }]);
  await sendMeterEvents();
  expect(shop.asked()).toBe(1);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect([shop.asked(), shop.metered().length]).toEqual([2, 2]);
});

test("what Stripe has already is as good as told", async () => {
  const shop = await metered();
  const [first = "", second] = await checked(shop, [12, 10]);
  stripe.account.meterEvents.set(first, {
    object: "billing.meter_event",
    identifier: first,
    event_name: "ageway_minor_units",
    created: 0,
    timestamp: 0,
    payload: { stripe_customer_id: shop.sub.customer, value: "12" },
  });
  await sendMeterEvents();
  expect(shop.metered().map(({ identifier }) => identifier)).toEqual([first, second]);
  await sendMeterEvents();
  expect(shop.asked()).toBe(2);
});

test("run twice at once, Stripe has each once and nothing is left", async () => {
  const shops = await Promise.all(Array.from({ length: 4 }, metered));
  const prices = Array.from({ length: 30 }, (_, n) => n + 1);
  const ids = await Promise.all(shops.map((shop) => checked(shop, prices)));
  await Promise.all([sendMeterEvents(), sendMeterEvents()]);
  // Whoever meets another's call waits for the next minute.
  await sendMeterEvents();
  for (const [n, shop] of shops.entries()) expect(shop.metered().map(({ identifier }) => identifier)).toEqual(ids[n]);
});

test("of one customer Stripe is told one event at a time, of several at once", async () => {
  const shops = await Promise.all(Array.from({ length: 3 }, metered));
  for (const shop of shops) await checked(shop, [1, 2, 3]);
  const waiting: (() => void)[] = [];
  // The first of each is answered when all three are there.
  stripe.hooks.after = async () => {
    const areAllThere = new Promise<void>((go) => waiting.push(go));
    if (waiting.length >= shops.length) for (const go of waiting) go();
    await areAllThere;
  };
  await sendMeterEvents();
  // Two at once of one customer would have been refused, and asked again.
  expect(shops.map((shop) => [shop.asked(), shop.metered().length])).toEqual([
    [3, 3],
    [3, 3],
    [3, 3],
  ]);
});

test("what is older than Stripe takes is left out, and what is not goes on", async () => {
  const shop = await metered();
  const [, edge, young] = await past(shop, [
    { at: hoursAgo(35 * 24 + 1) },
    { at: hoursAgo(35 * 24 - 1) },
    { at: hoursAgo(12) },
  ]);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(shop.metered().map(({ identifier }) => identifier)).toEqual([edge, young]);
});

test("a customer that Stripe does not know waits, and the others do not", async () => {
  const [gone, shop] = [await metered(), await metered()];
  const [goneIds, ids] = [await checked(gone, [12, 10]), await checked(shop, [12, 10])];
  const known = stripe.account.customers.get(gone.sub.customer);
  stripe.account.customers.delete(gone.sub.customer);
  await sendMeterEvents();
  expect([gone.asked(), shop.metered().map(({ identifier }) => identifier)]).toEqual([1, ids]);
  if (known) stripe.account.customers.set(known.id, known);
  await sendMeterEvents();
  expect(gone.metered().map(({ identifier }) => identifier)).toEqual(goneIds);
});

test("when Stripe is away, that is found out ten times at most and not once a customer; afterwards nothing is missing", async () => {
  const shops = await Promise.all(Array.from({ length: 14 }, metered));
  const ids = await Promise.all(shops.map((shop) => checked(shop, [12, 10])));
  stripe.hooks.before = () => Promise.reject(new Refusal(401, "Expired API Key provided."));
  const before = stripe.calls.length;
  await sendMeterEvents();
  expect(stripe.calls.length - before).toBeLessThanOrEqual(10);
  stripe.hooks.before = async () => {};
  await sendMeterEvents();
  expect(shops.map((shop) => shop.metered().map(({ identifier }) => identifier))).toEqual(ids);
});

test("what was checked before the first subscription is nobody's to pay through Stripe; all of it since is", async () => {
  const shop = await organization({ subscription: "none" });
  const before = await past(shop, [{ at: hoursAgo(80) }, { at: hoursAgo(50) }]);
  const since = await past(shop, [{ at: hoursAgo(40) }]);
  await sealOrganization(shop.id);
  await subscribed(stripe, shop.id, await soldPlan(), 2);
  since.push(...(await past(shop, [{ at: hoursAgo(20) }])));
  await sealOrganization(shop.id);
  await sendMeterEvents();
  const told = (ids: string[]) => ids.map((id) => stripe.account.meterEvents.has(id));
  expect([told(before), told(since)]).toEqual([
    [false, false],
    [true, true],
  ]);
});

test("a shop that did not subscribe is not told of", async () => {
  const shop = await organization();
  const [id = ""] = await past(shop, [{ at: hoursAgo(12) }]);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(stripe.account.meterEvents.has(id)).toBe(false);
});
