import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startCheckout } from "#lib/billing/stripe/checkout.ts";
import { openPortal } from "#lib/billing/stripe/portal.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import type { Actor } from "#lib/core/actor.ts";
import { addPrice } from "#tests/fake-stripe/account.ts";
import { Refusal } from "#tests/fake-stripe/refusal.ts";
import { eventOf } from "#tests/fake-stripe/webhook.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { deliver, enterStripe, openCheckout, soldPlan, subscribed } from "#tests/support/stripe.ts";

const OPERATOR = { kind: "operator" } as const;
const stripe = await enterStripe();
afterAll(stripe.close);
beforeEach(() => {
  stripe.hooks.before = async () => {};
});

const lastCall = (path: string) => stripe.calls.findLast((call) => call.path === path && call.method === "POST");
const customersOf = (organizationId: string) =>
  [...stripe.account.customers.values()].filter(({ metadata }) => metadata.organization_id === organizationId);

test("Checkout asks for the plan's prices: one of what is fixed, no quantity of what is metered", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  const started = await openCheckout(await memberOf(shop.id, "billing"), shop.id, plan);
  expect(started).toEqual({ ok: true, url: expect.stringContaining(`${stripe.url}/pay/cs_test_`) });
  const [customer] = customersOf(shop.id);
  expect(lastCall("/v1/checkout/sessions")?.form).toMatchObject({
    mode: "subscription",
    customer: customer?.id,
    client_reference_id: shop.id,
    line_items: { 0: { price: "price_fee", quantity: "1" }, 1: { price: "price_usage" } },
    subscription_data: { metadata: { organization_id: shop.id, plan_id: plan } },
    success_url: `${process.env.BASE_URL}/dashboard/billing/plan?checkout=done`,
  });
  expect(lastCall("/v1/checkout/sessions")?.headers["stripe-version"]).toBe("2026-10-28.endive");
});

test("Stripe is told an id, and neither name nor address", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  await openCheckout(OPERATOR, shop.id, plan);
  expect(lastCall("/v1/customers")?.form).toEqual({ metadata: { organization_id: shop.id } });
});

test("clicked four times at once, it makes one customer", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  const asking: (() => void)[] = [];
  stripe.hooks.before = async ({ path }) => {
    if (path !== "/v1/customers") return;
    const allAsk = new Promise<void>((go) => asking.push(go));
    if (asking.length >= 4) for (const go of asking) go();
    await allAsk;
  };
  const clicks = await Promise.all(Array.from({ length: 4 }, () => openCheckout(OPERATOR, shop.id, plan)));
  expect(clicks.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(customersOf(shop.id)).toHaveLength(1);
  expect(await countRows(sql`SELECT count(*)::int AS n FROM stripe_customer WHERE organization_id = ${shop.id}`)).toBe(
    1,
  );
});

test("of the pages opened for a shop, the last can be paid", async () => {
  const [shop, plans] = [await newOrganization({ subscription: "none" }), [await soldPlan(), await soldPlan()]];
  const pages: Awaited<ReturnType<typeof openCheckout>>[] = [];
  for (const plan of plans) pages.push(await openCheckout(OPERATOR, shop.id, plan));
  const statuses = await Promise.all(pages.map(async (page) => (page.ok ? (await fetch(page.url)).status : 0)));
  expect(statuses).toEqual([404, 200]);
});

const VERBS: [name: string, verb: (actor: Actor, id: string, plan: string) => Promise<{ ok: boolean }>][] = [
  ["startCheckout", openCheckout],
  ["openPortal", openPortal],
];

test.for(VERBS)("%s is for owners and for billing", async ([, verb]) => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  // So that there is something to open.
  await openCheckout(OPERATOR, shop.id, plan);
  const before = stripe.calls.length;
  for (const role of ["viewer", "developer", "admin"] as const)
    expect(await verb(await memberOf(shop.id, role), shop.id, plan)).toEqual({
      ok: false,
      reason: "not_allowed",
    });
  expect(await verb(await person(), shop.id, plan)).toEqual({ ok: false, reason: "organization_unknown" });
  expect(stripe.calls.length).toBe(before);
  for (const role of ["billing", "owner"] as const)
    expect(await verb(await memberOf(shop.id, role), shop.id, plan)).toMatchObject({ ok: true });
});

test("the portal is the shop's own, and leads back here", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  expect(await openPortal(OPERATOR, shop.id)).toEqual({ ok: false, reason: "no_payment_account" });
  await openCheckout(OPERATOR, shop.id, plan);
  expect(await openPortal(OPERATOR, shop.id)).toMatchObject({ ok: true });
  expect(lastCall("/v1/billing_portal/sessions")?.form).toEqual({
    customer: customersOf(shop.id)[0]?.id,
    return_url: `${process.env.BASE_URL}/dashboard/billing`,
  });
});

addPrice(stripe.account, "price_dear", { currency: "eur", unitAmount: 100, isMetered: true });
addPrice(stripe.account, "price_dkk", { currency: "dkk", unitAmount: 2_900, isMetered: false });

test.for([
  ["that there is not", () => Promise.resolve("no-such-plan"), "plan_unknown"],
  ["that is not offered", () => soldPlan({ isOffered: false }), "plan_unknown"],
  ["without prices at Stripe", () => soldPlan({ stripePrices: [] }), "plan_not_for_sale"],
  ["whose meter costs more than what it counts", () => soldPlan({ stripePrices: ["price_dear"] }), "plan_not_for_sale"],
  ["in another currency there", () => soldPlan({ stripePrices: ["price_dkk"] }), "plan_not_for_sale"],
  ["with a price that Stripe does not know", () => soldPlan({ stripePrices: ["price_gone"] }), "payments_unavailable"],
] as const)("a plan %s is not sold, and nobody becomes a customer", async ([, plan, reason]) => {
  const shop = await newOrganization({ subscription: "none" });
  expect(await openCheckout(OPERATOR, shop.id, await plan())).toEqual({ ok: false, reason });
  expect(customersOf(shop.id)).toEqual([]);
});

test("whoever has subscribed goes to the portal instead, until it has ended", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  const sub = await subscribed(stripe, shop.id, plan);
  expect(await openCheckout(OPERATOR, shop.id, plan)).toEqual({ ok: false, reason: "paid_elsewhere" });
  sub.status = "canceled";
  await deliver(stripe, eventOf("customer.subscription.deleted", sub));
  expect(await openCheckout(OPERATOR, shop.id, plan)).toMatchObject({ ok: true });
});

test("what waits for a payment by hand is not bought away, and a currency that was billed in stays", async () => {
  const plan = await soldPlan();
  const late = await newOrganization({ subscription: "past_due" });
  expect(await openCheckout(OPERATOR, late.id, plan)).toEqual({ ok: false, reason: "subscription_waits" });
  const danish = await newOrganization({ terms: { currency: "DKK", monthlyFeeMinor: 100 } });
  expect(await openCheckout(OPERATOR, danish.id, plan)).toEqual({ ok: false, reason: "currency_fixed" });
  await setSubscription(OPERATOR, late.id, { status: "active" });
  expect(await openCheckout(OPERATOR, late.id, plan)).toMatchObject({ ok: true });
});

test.for([
  ["has a fault", () => Promise.reject(new Refusal(500, "An error of ours.", { type: "api_error" }))],
  ["knows the key no more", () => Promise.reject(new Refusal(401, "Expired API Key provided."))],
] as const)("if Stripe %s, that is said and nothing is kept", async ([, weather]) => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  stripe.hooks.before = weather;
  expect(await openCheckout(OPERATOR, shop.id, plan)).toEqual({ ok: false, reason: "payments_unavailable" });
  expect(await countRows(sql`SELECT count(*)::int AS n FROM stripe_customer WHERE organization_id = ${shop.id}`)).toBe(
    0,
  );
});

test.for(["", "EUR 0 8 9 0"])(
  "a press that carries %j in place of the plan's terms opens no page",
  async (agreement) => {
    const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
    expect(await startCheckout(OPERATOR, shop.id, plan, agreement)).toEqual({ ok: false, reason: "plan_changed" });
    expect(customersOf(shop.id)).toEqual([]);
  },
);
