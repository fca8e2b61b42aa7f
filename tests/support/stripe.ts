import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { findPlan } from "#db/queries/plan.ts";
import { agreementOf } from "#lib/billing/plan-cost.rules.ts";
import { setPlan } from "#lib/billing/plans.ts";
import { startCheckout } from "#lib/billing/stripe/checkout.ts";
import type { Actor } from "#lib/core/actor.ts";
import { database } from "#lib/runtime/database.ts";
import { addPrice, type Subscription } from "#tests/fake-stripe/account.ts";
import { paySession } from "#tests/fake-stripe/checkout.ts";
import { startStripe } from "#tests/fake-stripe/server.ts";
import { eventOf, type StripeEvent, signatureOf } from "#tests/fake-stripe/webhook.ts";
import { configure } from "./configure.ts";
import { type GatewayAnswer, send } from "./gateway.ts";
import { tamper } from "./ledger.ts";
import { newOrganization } from "./organization.ts";

const OPERATOR = { kind: "operator" } as const;

export type Stripe = Awaited<ReturnType<typeof enterStripe>>;

/**
 * A Stripe of the test file's own, and this process configured for it.
 * `port`: of a gateway that it tells its events to.
 */
export async function enterStripe({ port }: { port?: number } = {}) {
  const secretKey = `sk_test_${randomBytes(12).toString("hex")}`;
  const secrets = [secret(), secret()] as const;
  const webhook = { url: `http://localhost:${port}/api/stripe/webhook`, secret: secrets[0] };
  const stripe = await startStripe({ port: 0, secretKey, meter: "ageway_minor_units", ...(port && { webhook }) });
  addPrice(stripe.account, "price_fee", { currency: "eur", unitAmount: 2_900, isMetered: false });
  addPrice(stripe.account, "price_usage", { currency: "eur", unitAmount: 1, isMetered: true });
  const env = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: secrets.join(","), STRIPE_API: stripe.url };
  configure(env);
  return { ...stripe, env, secrets };
}

/** `at`: when it was signed, in seconds. `signed`: what the signature is of, unless it is what is sent. */
type Delivery = { secret?: string; at?: number; signed?: string };

/** What the gateway says to an event. */
export function deliver(stripe: Stripe, event: StripeEvent, delivery: Delivery = {}): Promise<GatewayAnswer> {
  return deliverText(stripe, JSON.stringify(event), delivery);
}

export function deliverText(
  stripe: Stripe,
  body: string,
  { secret = stripe.secrets[0], at, signed = body }: Delivery = {},
) {
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signatureOf(signed, secret, at) };
  return send("/api/stripe/webhook", { method: "POST", headers, body });
}

type Sold = { isOffered?: boolean; stripePrices?: string[]; currency?: string };

let plans = 0;

/** A plan that is sold at Stripe; its id. */
export async function soldPlan({
  isOffered = true,
  stripePrices = ["price_fee", "price_usage"],
  currency = "EUR",
}: Sold = {}) {
  plans += 1;
  const id = `plan-${plans}-${randomBytes(4).toString("hex")}`;
  const terms = { currency, monthlyFeeMinor: 2_900, priceSMinor: 8, priceBMinor: 9, includedChecks: 0 };
  const set = await setPlan(OPERATOR, { id, name: id, ...terms, isOffered, stripePrices });
  if (!set.ok) throw new Error(set.reason);
  return id;
}

/** Opens Checkout by somebody who has read the review of the plan. */
export async function openCheckout(actor: Actor, organizationId: string, planId: string) {
  const plan = await findPlan(database(), planId);
  return startCheckout(actor, organizationId, planId, plan ? agreementOf(plan) : "");
}

/** Buys a plan for this organization and pays it on Stripe's page. The gateway has not been told of it yet. */
export async function bought(stripe: Stripe, organizationId: string, planId: string): Promise<Subscription> {
  const started = await openCheckout(OPERATOR, organizationId, planId);
  if (!started.ok) throw new Error(started.reason);
  const paid = paySession(stripe.account, started.url.split("/").at(-1) ?? "");
  if (paid === null) throw new Error("The page cannot be paid");
  return paid.subscription;
}

/** The same, and the gateway was told: so many days ago. */
export async function subscribed(
  stripe: Stripe,
  organizationId: string,
  planId: string,
  daysAgo = 0,
): Promise<Subscription> {
  const subscription = await bought(stripe, organizationId, planId);
  expect((await deliver(stripe, eventOf("customer.subscription.created", subscription))).status).toBe(200);
  if (daysAgo > 0) await spanned(organizationId, { since: new Date(Date.now() - daysAgo * 86_400_000) });
  return subscription;
}

/** Sets what is Stripe's to collect, as if it had been told of in time. */
export async function spanned(organizationId: string, { since, until = null }: { since: Date; until?: Date | null }) {
  await tamper(sql`
    UPDATE subscription_span SET since = ${since.toISOString()}, until = ${until?.toISOString() ?? null}
    WHERE organization_id = ${organizationId}`);
}

/** A shop whose only terms are what it has bought there. */
export async function customer(stripe: Stripe, daysAgo = 0) {
  const shop = await newOrganization({ subscription: "none" });
  const plan = await soldPlan();
  return { ...shop, plan, sub: await subscribed(stripe, shop.id, plan, daysAgo) };
}

/** What Stripe's meter has of a customer, in the order in which it came. */
export function meteredAt(stripe: Stripe, customerId: string) {
  return [...stripe.account.meterEvents.values()].filter(({ payload }) => payload.stripe_customer_id === customerId);
}

/** What the meter's events of a customer come to, in minor units. */
export function sumAt(stripe: Stripe, customerId: string): number {
  return meteredAt(stripe, customerId).reduce((sum, { payload }) => sum + Number(payload.value), 0);
}

function secret(): string {
  return `whsec_${randomBytes(24).toString("base64url")}`;
}
