import type { Stripe } from "stripe";
import type { Db } from "#db/client.ts";
import { findPlan, type PlanRow } from "#db/queries/plan.ts";
import { findStripeCustomer, insertStripeCustomer } from "#db/queries/stripe-customer.ts";
import { findSubscription, hasMoney } from "#db/queries/subscription.ts";
import type { BillingReason } from "#lib/billing/reasons.ts";
import type { Actor } from "#lib/core/actor.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { log } from "#lib/core/log.ts";
import { readOf } from "#lib/core/read.ts";
import { type Refused, type Result, refuse } from "#lib/core/result.ts";
import { agreementOf } from "../plan-cost.rules.ts";
import { STATES } from "../subscription.rules.ts";
import { stripeApi, unlessRefused } from "./client.ts";
import { isMetered, suits } from "./price.rules.ts";

/**
 * Opens Stripe's Checkout page for a plan and returns its URL. The subscription changes only when Stripe reports the payment.
 * Expires earlier pages of the organization first, so that two open tabs cannot buy twice. `agreement`: the terms that the review
 * of the plan showed (`agreementOf`).
 */
export async function startCheckout(
  actor: Actor,
  organizationId: string,
  planId: string,
  agreement: string,
): Promise<Result<{ url: string }, BillingReason>> {
  const read = await readOf(actor, "change billing", organizationId, (db) =>
    readOffer(db, organizationId, planId, agreement),
  );
  if (!read.ok) return read;
  if (!read.read.ok) return read.read;
  const { plan } = read.read;
  const stripe = await stripeApi();
  if (stripe === null || plan.stripePrices.length === 0) return refuse("plan_not_for_sale");
  const prices = await unlessRefused(Promise.all(plan.stripePrices.map((id) => stripe.prices.retrieve(id))));
  if (prices === null) return refuse("payments_unavailable");
  const wrong = prices.filter((price) => !suits(plan.currency, price));
  for (const { id } of wrong) log.error({ event: "stripe_price_unsuitable", plan: planId, price: id });
  if (wrong.length > 0) return refuse("plan_not_for_sale");
  const session = await unlessRefused(openSession(stripe, organizationId, plan, prices));
  return session?.url ? { ok: true, url: session.url } : refuse("payments_unavailable");
}

async function readOffer(
  db: Db,
  organizationId: string,
  planId: string,
  agreement: string,
): Promise<{ ok: true; plan: PlanRow } | Refused<BillingReason>> {
  const plan = await findPlan(db, planId);
  if (!plan?.isOffered) return refuse("plan_unknown");
  if (agreement !== agreementOf(plan)) return refuse("plan_changed");
  const terms = await findSubscription(db, organizationId);
  if (terms === null) return { ok: true, plan };
  const customer = await findStripeCustomer(db, organizationId);
  if (customer?.span?.until === null) return refuse("paid_elsewhere");
  if (!STATES[terms.status].planChoice) return refuse("subscription_waits");
  const isFixed = terms.currency !== plan.currency && (await hasMoney(db, organizationId));
  return isFixed ? refuse("currency_fixed") : { ok: true, plan };
}

async function openSession(stripe: Stripe, organizationId: string, plan: PlanRow, prices: Stripe.Price[]) {
  const customer = await customerOf(stripe, organizationId);
  await expireSessions(stripe, customer);
  const page = `${config().baseUrl}/dashboard/billing`;
  return stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    client_reference_id: organizationId,
    // Stripe refuses a quantity for a metered price.
    line_items: prices.map((price) => ({ price: price.id, ...(!isMetered(price) && { quantity: 1 }) })),
    subscription_data: { metadata: { organization_id: organizationId, plan_id: plan.id } },
    customer_update: { name: "auto", address: "auto" },
    success_url: `${page}/plan?checkout=done`,
    cancel_url: `${page}/plan`,
  });
}

/** Expires the open Checkout pages of an organization. If Stripe fails, this logs it and returns. */
export async function closeCheckout(organizationId: string): Promise<void> {
  const [stripe, customer] = [await stripeApi(), await findStripeCustomer(database(), organizationId)];
  if (stripe !== null && customer !== null) await unlessRefused(expireSessions(stripe, customer.customerId));
}

async function expireSessions(stripe: Stripe, customer: string): Promise<void> {
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  // Another request may have expired the page meanwhile; Stripe then refuses, which is fine.
  await Promise.all(open.data.map(({ id }) => unlessRefused(stripe.checkout.sessions.expire(id))));
}

/** Finds or creates the customer. We send Stripe only the organization's id; name and address are typed there. Two requests at once create one customer. */
async function customerOf(stripe: Stripe, organizationId: string): Promise<string> {
  const known = await findStripeCustomer(database(), organizationId);
  if (known) return known.customerId;
  const made = await stripe.customers.create(
    { metadata: { organization_id: organizationId } },
    { idempotencyKey: `customer-of-${organizationId}` },
  );
  await insertStripeCustomer(database(), organizationId, made.id);
  return (await findStripeCustomer(database(), organizationId))?.customerId ?? made.id;
}
