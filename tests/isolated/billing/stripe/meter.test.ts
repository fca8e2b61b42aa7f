import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { periodOf } from "#lib/base/time.rules.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { readMonth } from "#lib/billing/issue-invoice.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { sendMeterEvents } from "#lib/billing/stripe/meter.ts";
import { database } from "#lib/runtime/database.ts";
import { Refusal } from "#tests/fake-stripe/refusal.ts";
import { past } from "#tests/support/ledger.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { customer, enterStripe, meteredAt, soldPlan, subscribed, sumAt } from "#tests/support/stripe.ts";

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
  const sentEvents = () => meteredAt(stripe, sub.customer);
  return {
    ...shop,
    sentEvents,
    values: () => sentEvents().map(({ payload }) => Number(payload.value)),
    identifiers: () => sentEvents().map(({ identifier }) => identifier),
    asked: () => stripe.calls.filter(({ path, body }) => path === METER && body.includes(sub.customer)).length,
  };
}

type Shop = Awaited<ReturnType<typeof metered>>;

/** The start of the UTC hour that was so many hours ago. */
const hour = (hours: number) => new Date(Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS);

/** Checks of so many minor units, an hour apart, the last one twelve hours ago: sealed, and not told yet. */
async function checked(shop: Shop, prices: number[]): Promise<void> {
  await past(
    shop,
    prices.map((priceMinor, n) => ({ at: hour(11 + prices.length - n), priceMinor })),
  );
  await sealOrganization(shop.id);
}

const ledgerOf = ({ id }: { id: string }) =>
  countRows(sql`SELECT sum(price_minor)::int AS n FROM billing_event WHERE organization_id = ${id}`);

test("checks of one hour and one price are one event: their sum, at the moment of the youngest", async () => {
  const shop = await metered();
  const start = +hour(14);
  await past(shop, [
    { at: new Date(start), priceMinor: 12 },
    { at: new Date(start + HOUR_MS - 1), priceMinor: 12 },
    { at: new Date(start + 1_000), priceMinor: 12 },
    { at: new Date(start + 2_000), priceMinor: 10, provider: "s" },
    { at: new Date(start + 2_000), priceMinor: 12, provider: "s" },
    { at: new Date(start + HOUR_MS), priceMinor: 12 },
  ]);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  const name = new Date(start).toISOString().slice(0, 13);
  const next = new Date(start + HOUR_MS).toISOString().slice(0, 13);
  const { customer } = shop.sub;
  expect(
    shop
      .sentEvents()
      .map(({ identifier, timestamp, payload, event_name }) => ({ identifier, timestamp, payload, event_name })),
  ).toEqual(
    [
      [`${customer}:${name}:s:10:1`, 2, "10"],
      [`${customer}:${name}:s:12:1`, 2, "12"],
      [`${customer}:${name}:b:12:1`, 3_599, "36"],
      [`${customer}:${next}:b:12:1`, 3_600, "12"],
    ].map(([identifier, seconds, value]) => ({
      identifier,
      timestamp: start / 1_000 + Number(seconds),
      payload: { stripe_customer_id: customer, value },
      event_name: "ageway_minor_units",
    })),
  );
});

test("a row that comes late for an hour that was told is in the next batch of it", async () => {
  const shop = await metered();
  await checked(shop, [12]);
  await sendMeterEvents();
  await checked(shop, [12]);
  await sendMeterEvents();
  expect(shop.identifiers().map((identifier) => identifier.split(":").at(-1))).toEqual(["1", "2"]);
  expect(shop.values()).toEqual([12, 12]);
});

test("Stripe's sum is the ledger's: what was taken back counts down, and what costs nothing is not told", async () => {
  const shop = await metered();
  const [, second] = await past(
    shop,
    [12, 10, 0, 12].map((priceMinor, n) => ({ at: hour(15 - n), priceMinor })),
  );
  await sealOrganization(shop.id);
  await reverseEvent(OPERATOR, second ?? "", "A double click");
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(shop.values()).toEqual([12, 10, 12, -10]);
  expect(sumAt(stripe, shop.sub.customer)).toBe(await ledgerOf(shop));
});

test("what was told is not told again, and what comes later is when it is sealed", async () => {
  const shop = await metered();
  await checked(shop, [12, 0]);
  await sendMeterEvents();
  await sendMeterEvents();
  expect(shop.asked()).toBe(1);
  await past(shop, [{ at: hour(10), priceMinor: 10 }]);
  await sendMeterEvents();
  expect(shop.asked()).toBe(1);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect([shop.asked(), shop.values()]).toEqual([2, [12, 10]]);
});

test("what Stripe has already is as good as told", async () => {
  const shop = await metered();
  await checked(shop, [12, 10]);
  const identifier = `${shop.sub.customer}:${hour(13).toISOString().slice(0, 13)}:b:12:1`;
  stripe.account.meterEvents.set(identifier, {
    object: "billing.meter_event",
    identifier,
    event_name: "ageway_minor_units",
    created: 0,
    timestamp: 0,
    payload: { stripe_customer_id: shop.sub.customer, value: "12" },
  });
  await sendMeterEvents();
  expect([shop.asked(), shop.values()]).toEqual([2, [12, 10]]);
  await sendMeterEvents();
  expect(shop.asked()).toBe(2);
});

test("run twice at once, Stripe has each once and nothing is left", async () => {
  const shops = await Promise.all(Array.from({ length: 4 }, metered));
  const prices = Array.from({ length: 30 }, (_, n) => n + 1);
  await Promise.all(shops.map((shop) => checked(shop, prices)));
  await Promise.all([sendMeterEvents(), sendMeterEvents()]);
  // A process that meets the call of another waits for the next minute.
  await sendMeterEvents();
  for (const shop of shops) expect(shop.values()).toEqual(prices);
});

test("a job that waits for another's batches makes none of the same rows", async () => {
  const shop = await metered();
  await checked(shop, [1, 2]);
  const { run } = await database().transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM stripe_customer WHERE organization_id = ${shop.id} FOR UPDATE`);
    const run = sendMeterEvents();
    await somebodyWaitsFor(tx);
    await tx.execute(sql`
      UPDATE stripe_customer SET sent_position = (SELECT max(position) FROM ledger_seal WHERE organization_id = ${shop.id})
      WHERE organization_id = ${shop.id}`);
    return { run };
  });
  await run;
  expect(shop.asked()).toBe(0);
});

test("a shop of a thousand checks a minute costs Stripe a few events", async () => {
  const shop = await metered();
  const start = +hour(13);
  await past(
    shop,
    Array.from({ length: 6_000 }, (_, n) => ({
      at: new Date(start + n),
      provider: n % 2 ? "s" : "b",
      priceMinor: n % 2 ? 8 : 9,
    })),
  );
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(shop.asked()).toBeLessThanOrEqual(4);
  expect(sumAt(stripe, shop.sub.customer)).toBe(await ledgerOf(shop));
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
  expect(shops.map((shop) => [shop.asked(), shop.values().length])).toEqual([
    [3, 3],
    [3, 3],
    [3, 3],
  ]);
});

test("what is older than Stripe takes is on our own invoice of the month in which that was found, and what is not goes on", async () => {
  const shop = await metered();
  await past(shop, [
    { at: hoursAgo(35 * 24 + 1), priceMinor: 1 },
    { at: hoursAgo(35 * 24 - 1), priceMinor: 10 },
    { at: hoursAgo(12), priceMinor: 100 },
  ]);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  await sendMeterEvents();
  expect(shop.values()).toEqual([10, 100]);
  const { lines } = await readMonth(database(), shop.id, periodOf(new Date()));
  expect(lines).toMatchObject([{ kind: "late", quantity: 1, unitMinor: 1, amountMinor: 1 }]);
});

test("a customer that Stripe does not know waits, and the others do not", async () => {
  const [gone, shop] = [await metered(), await metered()];
  await Promise.all([checked(gone, [12, 10]), checked(shop, [12, 10])]);
  const known = stripe.account.customers.get(gone.sub.customer);
  stripe.account.customers.delete(gone.sub.customer);
  await sendMeterEvents();
  expect([gone.asked(), shop.values()]).toEqual([1, [12, 10]]);
  if (known) stripe.account.customers.set(known.id, known);
  await sendMeterEvents();
  expect(gone.values()).toEqual([12, 10]);
});

test("when Stripe is away, that is found out ten times at most and not once a customer; afterwards nothing is missing", async () => {
  const shops = await Promise.all(Array.from({ length: 14 }, metered));
  await Promise.all(shops.map((shop) => checked(shop, [12, 10])));
  stripe.hooks.before = () => Promise.reject(new Refusal(401, "Expired API Key provided."));
  const before = stripe.calls.length;
  await sendMeterEvents();
  expect(stripe.calls.length - before).toBeLessThanOrEqual(10);
  stripe.hooks.before = async () => {};
  await sendMeterEvents();
  for (const shop of shops) expect(shop.values()).toEqual([12, 10]);
});

test("what was checked before the first subscription is nobody's to pay through Stripe; all of it since is", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const at = (hours: number, priceMinor: number) => past(shop, [{ at: hoursAgo(hours), priceMinor }]);
  await at(80, 1);
  await at(50, 10);
  await at(40, 100);
  await sealOrganization(shop.id);
  const { customer } = await subscribed(stripe, shop.id, await soldPlan(), 2);
  await at(20, 1_000);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(sumAt(stripe, customer)).toBe(1_100);
});

test("a shop that did not subscribe is not told of", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: hoursAgo(12) }]);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(
    await countRows(sql`SELECT count(*)::int AS n FROM stripe_meter_batch WHERE organization_id = ${shop.id}`),
  ).toBe(0);
});
