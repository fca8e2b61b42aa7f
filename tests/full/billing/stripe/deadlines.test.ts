import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { database } from "#lib/runtime/database.ts";
import { eventOf, type StripeEvent } from "#tests/fake-stripe/webhook.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { customer, deliver, enterStripe, openCheckout, soldPlan } from "#tests/support/stripe.ts";

const OPERATOR = { kind: "operator" } as const;
const stripe = await enterStripe();
afterAll(stripe.close);
beforeEach(() => {
  stripe.hooks.before = async () => {};
});

const statusOf = async (organizationId: string) => (await findSubscription(database(), organizationId))?.status;
const recorded = ({ id }: StripeEvent) => countRows(sql`SELECT count(*)::int AS n FROM stripe_event WHERE id = ${id}`);
const silence = () => new Promise<void>(() => {});

test("if Stripe does not answer in time, it is asked to tell again, and then it takes effect", async () => {
  const { id, sub } = await customer(stripe);
  sub.status = "past_due";
  const event = eventOf("invoice.payment_failed", sub);
  stripe.hooks.before = silence;
  const { status, body } = await deliver(stripe, event);
  expect([status, body]).toMatchObject([503, { error: "service_unavailable" }]);
  expect([await recorded(event), await statusOf(id)]).toEqual([0, "active"]);
  stripe.hooks.before = async () => {};
  expect((await deliver(stripe, event)).status).toBe(200);
  expect([await recorded(event), await statusOf(id)]).toEqual([1, "past_due"]);
});

test("if the database does not do it in time, Stripe is asked to tell again, and then it takes effect", async () => {
  const { id, sub } = await customer(stripe);
  sub.status = "canceled";
  const event = eventOf("customer.subscription.deleted", sub);
  await database().transaction(async (tx) => {
    await lockOrganization(tx, id);
    expect((await deliver(stripe, event)).status).toBe(503);
  });
  expect([await recorded(event), await statusOf(id)]).toEqual([0, "active"]);
  expect((await deliver(stripe, event)).status).toBe(200);
  expect([await recorded(event), await statusOf(id)]).toEqual([1, "canceled"]);
});

test("if Stripe does not answer a member who buys, that is said and nothing is kept", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await soldPlan()];
  stripe.hooks.before = silence;
  expect(await openCheckout(OPERATOR, shop.id, plan)).toEqual({ ok: false, reason: "payments_unavailable" });
  expect(await countRows(sql`SELECT count(*)::int AS n FROM stripe_customer WHERE organization_id = ${shop.id}`)).toBe(
    0,
  );
});
