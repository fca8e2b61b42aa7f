import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { findSubscription } from "#db/queries/subscription.ts";
import { database } from "#lib/runtime/database.ts";
import { eventOf, type StripeEvent } from "#tests/fake-stripe/webhook.ts";
import { send } from "#tests/support/gateway.ts";
import { countRows } from "#tests/support/organization.ts";
import { customer, deliver, deliverText, enterStripe } from "#tests/support/stripe.ts";

const stripe = await enterStripe();
afterAll(stripe.close);

const now = () => Math.floor(Date.now() / 1000);
const recorded = ({ id }: StripeEvent) => countRows(sql`SELECT count(*)::int AS n FROM stripe_event WHERE id = ${id}`);

test.for([
  ["another secret", { secret: "whsec_somebody_elses" }],
  ["no secret", { secret: "" }],
  ["an old signature", { at: now() - 302 }],
] as const)("signed with %s, it is refused and nothing is kept", async ([, how]) => {
  const { id, sub } = await customer(stripe);
  sub.status = "canceled";
  const event = eventOf("customer.subscription.deleted", sub);
  const { status, body } = await deliver(stripe, event, how);
  expect([status, body]).toMatchObject([400, { error: "signature_wrong" }]);
  expect([await recorded(event), (await findSubscription(database(), id))?.status]).toEqual([0, "active"]);
});

test.for(["", "t=1", "nonsense", `t=${now()},v1=`, `v1=${"0".repeat(64)}`])(
  "the signature %j is refused",
  async (signature) => {
    const headers = signature ? { "Stripe-Signature": signature } : {};
    expect((await send("/api/stripe/webhook", { method: "POST", headers, body: "{}" })).status).toBe(400);
  },
);

test("a body that was touched is refused, if only by a space", async () => {
  const { sub } = await customer(stripe);
  const event = eventOf("invoice.paid", sub);
  const signed = JSON.stringify(event);
  for (const body of [`${signed} `, signed.replace("invoice.paid", "invoice.void")])
    expect((await deliverText(stripe, body, { signed })).status).toBe(400);
  expect(await recorded(event)).toBe(0);
});

test("each of the secrets signs, and a signature is good for five minutes", async () => {
  const { sub } = await customer(stripe);
  for (const how of [{ secret: stripe.secrets[1] }, { at: now() - 295 }])
    expect((await deliver(stripe, eventOf("invoice.paid", sub), how)).status).toBe(200);
});

test.for([
  ["no JSON", "{", 400, "event_unreadable"],
  ["no event", "[]", 400, "event_unreadable"],
  ["more than 256 KB", " ".repeat(256 * 1024 + 1), 413, "event_too_large"],
] as const)("what is %s is refused, signed or not", async ([, body, status, error]) => {
  const heard = await deliverText(stripe, body);
  expect([heard.status, heard.body]).toMatchObject([status, { error }]);
});
