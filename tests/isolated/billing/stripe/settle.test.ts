import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { periodOf } from "#lib/base/time.rules.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { readMonth } from "#lib/billing/issue-invoice.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { followCustomers } from "#lib/billing/stripe/follow-customers.ts";
import { sendMeterEvents } from "#lib/billing/stripe/meter.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { database } from "#lib/runtime/database.ts";
import { endSubscription, invoiceUsage } from "#tests/fake-stripe/invoice.ts";
import { Refusal } from "#tests/fake-stripe/refusal.ts";
import { past, tamper } from "#tests/support/ledger.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { customer, enterStripe, spanned, sumAt } from "#tests/support/stripe.ts";

const OPERATOR = { kind: "operator" } as const;
const stripe = await enterStripe();
await enterOwnDatabase();
afterAll(stripe.close);
beforeEach(async () => {
  stripe.hooks.before = async () => {};
  await tamper(
    sql`UPDATE subscription_span SET settled_at = now()`,
    sql`UPDATE stripe_customer SET checkout_at = NULL`,
  );
});

const HOUR = 3_600;
const MONTH = periodOf(new Date());
const secondsAgo = (hours: number) => Math.floor(Date.now() / 1000) - hours * HOUR;
const at = (seconds: number) => new Date(seconds * 1000);

type Shop = Awaited<ReturnType<typeof customer>>;

/** A shop whose period began 20 hours ago, with checks of 7, 10 and 100 units: the first of the period before, all sent. */
async function withUsage(): Promise<Shop> {
  const shop = await customer(stripe, 3);
  for (const item of shop.sub.items.data) item.current_period_start = secondsAgo(20);
  const checks = [
    { at: at(secondsAgo(21)), priceMinor: 7 },
    { at: at(secondsAgo(18)), priceMinor: 10 },
    { at: at(secondsAgo(16)), priceMinor: 100 },
  ];
  await past(shop, checks);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(sumAt(stripe, shop.sub.customer)).toBe(117);
  return shop;
}

/** Hears of the end now, and then it is as if it had been known so many hours ago. */
async function heard(shop: Shop, hours: number) {
  const { ended_at: ended } = shop.sub;
  shop.sub.ended_at = secondsAgo(0);
  await followCustomers();
  shop.sub.ended_at = ended;
  await knownSince(shop, hours);
}

const knownSince = ({ id }: Shop, hours: number) =>
  tamper(
    sql`UPDATE subscription_span SET until = ${at(secondsAgo(hours)).toISOString()} WHERE organization_id = ${id}`,
  );

const linesHere = async ({ id }: Shop) =>
  (await readMonth(database(), id, MONTH)).lines.filter(({ kind }) => kind !== "fee");
const amountHere = async (shop: Shop) => (await linesHere(shop)).reduce((sum, { amountMinor }) => sum + amountMinor, 0);

test("ended at once and without an invoice, the usage of the running period is on our own invoice, once", async () => {
  const shop = await withUsage();
  endSubscription(stripe.account, shop.sub, { invoices: false, at: secondsAgo(4) });
  await heard(shop, 4);
  await followCustomers();
  await followCustomers();
  const late = { kind: "late", provider: "b", basis: "price", quantity: 1 } as const;
  expect(await linesHere(shop)).toEqual([
    { ...late, unitMinor: 100, amountMinor: 100 },
    { ...late, unitMinor: 10, amountMinor: 10 },
  ]);
  await sendMeterEvents();
  expect(sumAt(stripe, shop.sub.customer), "and Stripe is not told again").toBe(117);
  expect(await closeMonthOf(shop.id, MONTH)).toMatchObject([{ kind: "invoice" }]);
  expect(await verifyLedger(OPERATOR, shop.id)).toMatchObject({ ok: true, rows: [{ finding: null }] });
});

test.for([
  ["at once, with an invoice", true],
  ["at the end of its period", false],
] as const)("ended %s, the usage is on Stripe's, and not on ours", async ([, atOnce]) => {
  const shop = await withUsage();
  if (!atOnce) for (const item of shop.sub.items.data) item.current_period_end = secondsAgo(4);
  endSubscription(stripe.account, shop.sub, { invoices: true, at: secondsAgo(4) });
  await heard(shop, 4);
  await followCustomers();
  expect(await amountHere(shop)).toBe(0);
});

test("an invoice that was made void has nothing", async () => {
  const shop = await withUsage();
  invoiceUsage(stripe.account, shop.sub, secondsAgo(4)).status = "void";
  endSubscription(stripe.account, shop.sub, { invoices: false, at: secondsAgo(4) });
  await heard(shop, 4);
  await followCustomers();
  expect(await amountHere(shop)).toBe(110);
});

test("an invoice with another sum is for the operator to look at, and nothing is billed twice", async () => {
  const shop = await withUsage();
  const [line] = invoiceUsage(stripe.account, shop.sub, secondsAgo(4)).lines;
  if (line) line.amount = 60;
  endSubscription(stripe.account, shop.sub, { invoices: false, at: secondsAgo(4) });
  await heard(shop, 4);
  await followCustomers();
  expect(await amountHere(shop)).toBe(0);
});

test("what was sent between an end and the moment at which we heard of it is ours, whatever Stripe invoiced", async () => {
  const shop = await withUsage();
  endSubscription(stripe.account, shop.sub, { invoices: true, at: secondsAgo(17) });
  await heard(shop, 4);
  await followCustomers();
  expect(await amountHere(shop)).toBe(100);
});

test("nothing is settled while Stripe may still write its invoice, or rows wait to be sent, or Stripe is away", async () => {
  const shop = await withUsage();
  endSubscription(stripe.account, shop.sub, { invoices: false, at: secondsAgo(4) });
  await heard(shop, 2);
  await followCustomers();
  expect(await amountHere(shop), "two hours").toBe(0);
  await knownSince(shop, 4);
  await past(shop, [{ at: at(secondsAgo(15)), priceMinor: 1_000 }]);
  await sealOrganization(shop.id);
  await followCustomers();
  expect(await amountHere(shop), "a row").toBe(0);
  await sendMeterEvents();
  stripe.hooks.before = () => Promise.reject(new Refusal(503, "Away", { type: "api_error" }));
  await expect(followCustomers()).rejects.toThrow();
  expect(await amountHere(shop), "away").toBe(0);
  stripe.hooks.before = async () => {};
  await followCustomers();
  expect(await amountHere(shop)).toBe(1_110);
});

test("a span of before is settled by its own subscription, beside one that goes on", async () => {
  const shop = await withUsage();
  endSubscription(stripe.account, shop.sub, { invoices: false, at: secondsAgo(4) });
  await heard(shop, 4);
  const renewed = await customer(stripe);
  await spanned(renewed.id, { since: at(secondsAgo(1)) });
  await followCustomers();
  expect([await amountHere(shop), await amountHere(renewed)]).toEqual([110, 0]);
});
