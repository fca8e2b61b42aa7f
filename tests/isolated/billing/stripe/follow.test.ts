import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { insertStripeCustomer } from "#db/queries/stripe-customer.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { followCheckout } from "#lib/billing/stripe/checkout.ts";
import { followCustomers } from "#lib/billing/stripe/follow-customers.ts";
import { database } from "#lib/runtime/database.ts";
import { type CheckoutSession, seconds } from "#tests/fake-stripe/account.ts";
import { paySession, subscribe } from "#tests/fake-stripe/checkout.ts";
import { Refusal } from "#tests/fake-stripe/refusal.ts";
import { eventOf } from "#tests/fake-stripe/webhook.ts";
import { generate } from "#tests/support/gateway.ts";
import { tamper } from "#tests/support/ledger.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { bought, customer, deliver, enterStripe, openCheckout, soldPlan } from "#tests/support/stripe.ts";

const OPERATOR = { kind: "operator" } as const;
const stripe = await enterStripe();
// The job asks about every customer.
await enterOwnDatabase();
afterAll(stripe.close);
beforeEach(async () => {
  stripe.hooks.after = async () => {};
  stripe.hooks.before = async () => {};
  await tamper(sql`TRUNCATE stripe_customer, subscription_span`);
});

afterEach(() => vi.useRealTimers());

const statusOf = async (id: string) => (await findSubscription(database(), id))?.status ?? null;
const looks = () => stripe.calls.filter(({ method, path }) => method === "GET" && path === "/v1/subscriptions").length;
const openedPages = () => [...stripe.account.sessions.values()].filter(({ status }) => status === "open");
const pageAt = (url: string): CheckoutSession =>
  stripe.account.sessions.get(url.split("/").at(-1) ?? "") ?? expect.fail("No such page");

async function newShop() {
  return { ...(await newOrganization({ subscription: "none" })), plan: await soldPlan() };
}

test("no webhook ever comes: what was paid works, and what has ended works no more, after the hourly look", async () => {
  const shop = await newShop();
  const reasonOf = async () => (await generate("b", shop)).headers.get("ageway-reason");
  const sub = await bought(stripe, shop.id, shop.plan);
  expect(await reasonOf()).toBe("subscription_inactive");
  await followCustomers();
  expect([await statusOf(shop.id), await reasonOf()]).toEqual(["active", null]);
  Object.assign(sub, { status: "canceled", ended_at: seconds() });
  await followCustomers();
  expect([await statusOf(shop.id), await reasonOf()]).toEqual(["canceled", "subscription_inactive"]);
  const before = looks();
  await tamper(sql`UPDATE stripe_customer SET checkout_at = now() - interval '2 days'`);
  await followCustomers();
  expect(looks() - before, "of whom Stripe has no news").toBe(0);
});

test.for([
  ["a minute less", "2 days -1 minute", "active"],
  ["so long", "2 days", null],
] as const)("who opened Checkout two days ago is asked about: %s", async ([, ago, status]) => {
  const shop = await newShop();
  await bought(stripe, shop.id, shop.plan);
  await tamper(sql`UPDATE stripe_customer SET checkout_at = now() - ${ago}::interval`);
  await followCustomers();
  expect(await statusOf(shop.id)).toBe(status);
});

test("one whom Stripe refuses keeps nobody waiting; a Stripe that is away changes nothing, and the next hour asks again", async () => {
  const [broken, shop] = [await newShop(), await newShop()];
  await insertStripeCustomer(database(), broken.id, "cus_000");
  await tamper(sql`UPDATE stripe_customer SET checkout_at = now()`);
  await bought(stripe, shop.id, shop.plan);
  stripe.hooks.before = () => Promise.reject(new Refusal(503, "Away", { type: "api_error" }));
  await expect(followCustomers()).rejects.toThrow();
  expect(await statusOf(shop.id)).toBeNull();
  stripe.hooks.before = async ({ form }) => {
    if (form.customer === "cus_000") throw new Refusal(404, "No such customer", { code: "resource_missing" });
  };
  await expect(followCustomers()).rejects.toThrow("in vain: 1");
  expect(await statusOf(shop.id)).toBe("active");
});

test("a member who is back from Checkout has the plan at once, and Stripe is asked once", async () => {
  const shop = await newShop();
  const viewer = await memberOf(shop.id, "billing");
  await bought(stripe, shop.id, shop.plan);
  const before = looks();
  expect(await followCheckout(await memberOf(shop.id, "developer"), shop.id)).toMatchObject({ reason: "not_allowed" });
  expect(await followCheckout(await person(), shop.id)).toMatchObject({ reason: "organization_unknown" });
  expect([looks() - before, await statusOf(shop.id)]).toEqual([0, null]);
  expect(await followCheckout(viewer, shop.id)).toEqual({ ok: true });
  expect(await followCheckout(viewer, shop.id)).toEqual({ ok: true });
  expect([looks() - before, await statusOf(shop.id)]).toEqual([1, "active"]);
});

test("back from Checkout while Stripe is away, a member is told nothing wrong, and reloads", async () => {
  const shop = await newShop();
  await bought(stripe, shop.id, shop.plan);
  stripe.hooks.before = () => Promise.reject(new Refusal(503, "Away", { type: "api_error" }));
  expect(await followCheckout(OPERATOR, shop.id)).toEqual({ ok: true });
  expect(await statusOf(shop.id)).toBeNull();
});

test("clicked in several tabs at once, for one plan or two, one page can be paid", async () => {
  const [shop, other] = [await newShop(), await soldPlan()];
  const click = (plans: string[]) => Promise.all(plans.map((plan) => openCheckout(OPERATOR, shop.id, plan)));
  const urls = (await click([shop.plan, shop.plan, shop.plan])).map((page) => (page.ok ? page.url : page.reason));
  expect(new Set(urls)).toEqual(new Set([openedPages().find(({ client_reference_id: id }) => id === shop.id)?.url]));
  expect((await click([other, shop.plan, other, shop.plan])).map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(openedPages().filter(({ client_reference_id: id }) => id === shop.id)).toHaveLength(1);
});

test("two clicks within a minute have one page, though Stripe does not list it yet", async () => {
  const shop = await newShop();
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 });
  const first = await openCheckout(OPERATOR, shop.id, shop.plan);
  stripe.account.sessions.clear();
  expect(await openCheckout(OPERATOR, shop.id, shop.plan)).toEqual(first);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await openCheckout(OPERATOR, shop.id, shop.plan)).not.toEqual(first);
});

test("paid in one tab, a second tab sells nothing, and the plan is there though no webhook came", async () => {
  const [shop, other] = [await newShop(), await soldPlan()];
  const first = await openCheckout(OPERATOR, shop.id, shop.plan);
  paySession(stripe.account, first.ok ? (first.url.split("/").at(-1) ?? "") : "");
  for (const plan of [shop.plan, other])
    expect(await openCheckout(OPERATOR, shop.id, plan)).toEqual({ ok: false, reason: "paid_elsewhere" });
  expect(openedPages().filter(({ client_reference_id: id }) => id === shop.id)).toEqual([]);
  expect(await findSubscription(database(), shop.id)).toMatchObject({ status: "active", planId: shop.plan });
});

test("paid while another tab expires it, the page of the other tab does not open", async () => {
  const [shop, other] = [await newShop(), await soldPlan()];
  const first = await openCheckout(OPERATOR, shop.id, shop.plan);
  stripe.hooks.before = async ({ path }) => {
    if (path.endsWith("/expire")) paySession(stripe.account, pageAt(first.ok ? first.url : "").id);
  };
  expect(await openCheckout(OPERATOR, shop.id, other)).toEqual({ ok: false, reason: "paid_elsewhere" });
});

test("while the page of before cannot be expired, no other one opens", async () => {
  const [shop, other] = [await newShop(), await soldPlan()];
  await openCheckout(OPERATOR, shop.id, shop.plan);
  stripe.hooks.before = async ({ path }) => {
    if (path.endsWith("/expire")) throw new Refusal(500, "Away", { type: "api_error" });
  };
  expect(await openCheckout(OPERATOR, shop.id, other)).toEqual({ ok: false, reason: "payments_unavailable" });
  expect(openedPages().filter(({ client_reference_id: id }) => id === shop.id)).toHaveLength(1);
});

test("what was bought twice nevertheless ends, the first goes on, and who sees billing hears it once", async () => {
  const { id, sub } = await customer(stripe);
  const owner = await memberOf(id, "owner");
  const prices = sub.items.data.map(({ price }) => price.id);
  const again = subscribe(stripe.account, sub.customer, { prices, metadata: sub.metadata });
  const byHand = subscribe(stripe.account, sub.customer, { prices, metadata: {} });
  const { before } = stripe.hooks;
  stripe.hooks.before = async ({ method }) => {
    if (method === "DELETE") throw new Refusal(500, "Away", { type: "api_error" });
  };
  expect((await deliver(stripe, eventOf("customer.subscription.created", again))).status).toBe(200);
  expect(again.status, "asked again in the next look").toBe("active");
  stripe.hooks.before = before;
  await followCustomers();
  await followCustomers();
  expect([sub.status, again.status, byHand.status, await statusOf(id)]).toEqual([
    "active",
    "canceled",
    "active",
    "active",
  ]);
  const mails = await database().execute(
    sql`SELECT body FROM mail_outbox WHERE recipient = ${owner.email} AND subject LIKE '%twice%'`,
  );
  expect([...mails]).toEqual([{ body: expect.stringContaining(`Open Billing:\n/dashboard/billing?show=${id}\n`) }]);
});

test("beside one that does not pay, a second one that pays is not ended", async () => {
  const { sub } = await customer(stripe);
  const prices = sub.items.data.map(({ price }) => price.id);
  const again = subscribe(stripe.account, sub.customer, { prices, metadata: sub.metadata });
  sub.status = "past_due";
  await followCustomers();
  expect([sub.status, again.status]).toEqual(["past_due", "active"]);
});
