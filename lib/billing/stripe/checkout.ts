import type { Stripe } from "stripe";
import type { Db } from "#db/client.ts";
import { findPlan, type PlanRow } from "#db/queries/plan.ts";
import {
  findStripeCustomer,
  insertStripeCustomer,
  lockStripeCustomer,
  noteCheckout,
} from "#db/queries/stripe-customer.ts";
import { findSubscription, hasMoney } from "#db/queries/subscription.ts";
import { refuse } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOrganization } from "#lib/core/read.ts";
import { log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { agreementOf } from "../plan-cost.rules.ts";
import { STATES } from "../subscription.rules.ts";
import { inTurnAtStripe, isStripeError, stripeApi, UNDER_LOCK, unlessRefused } from "./client.ts";
import { followStripe } from "./follow.ts";
import { isMetered, suits } from "./price.rules.ts";
import { isLive } from "./subscription.rules.ts";

/** Opens Stripe's Checkout page for a plan. Only Stripe's report of the payment changes the subscription. */
export async function startCheckout(actor: Actor, organizationId: string, planId: string, agreement: string) {
  const offer = await readOrganization(actor, "change billing", organizationId, (db) =>
    readOffer(db, organizationId, planId, agreement),
  );
  if (!offer.ok) return offer;
  const { plan } = offer;
  const stripe = await stripeApi();
  if (stripe === null || plan.stripePrices.length === 0) return refuse("plan_not_for_sale");
  const prices = await unlessRefused(Promise.all(plan.stripePrices.map((id) => stripe.prices.retrieve(id))));
  if (prices === null) return refuse("payments_unavailable");
  const wrong = prices.filter((price) => !suits(plan.currency, price));
  for (const { id } of wrong) log.error({ event: "stripe_price_unsuitable", plan: planId, price: id });
  if (wrong.length > 0) return refuse("plan_not_for_sale");
  const customer = await unlessRefused(customerOf(stripe, organizationId));
  if (customer === null) return refuse("payments_unavailable");
  const session = await unlessRefused(
    inTurnAtStripe(() => openSession(stripe, organizationId, customer, plan, prices)),
  );
  if (session === "subscribed") {
    // It was paid in another tab, and nobody has told us yet.
    await unlessRefused(inTurnAtStripe(() => followStripe(stripe, customer)));
    return refuse("paid_elsewhere");
  }
  return session?.url ? { ok: true as const, url: session.url } : refuse("payments_unavailable");
}

/** Asks Stripe at once when a buyer is back from Checkout: its webhook may come later or never. */
export async function followCheckout(actor: Actor, organizationId: string) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const [stripe, customer] = [await stripeApi(), await findStripeCustomer(db, organizationId)];
    if (stripe !== null && customer?.isBuying && customer.span?.until !== null)
      await unlessRefused(inTurnAtStripe(() => followStripe(stripe, customer.customerId)));
    return { ok: true };
  });
}

async function readOffer(db: Db, organizationId: string, planId: string, agreement: string) {
  const plan = await findPlan(db, planId);
  if (!plan?.isOffered) return refuse("plan_unknown");
  if (agreement !== agreementOf(plan)) return refuse("plan_changed");
  const terms = await findSubscription(db, organizationId);
  if (terms === null) return { ok: true as const, plan };
  const customer = await findStripeCustomer(db, organizationId);
  if (customer?.span?.until === null) return refuse("paid_elsewhere");
  if (!STATES[terms.status].planChoice) return refuse("subscription_waits");
  const isFixed = terms.currency !== plan.currency && (await hasMoney(db, organizationId));
  return isFixed ? refuse("currency_fixed") : { ok: true as const, plan };
}

/**
 * Keeps one open page a customer, and none beside a subscription, or two tabs would pay twice. The key stops a second
 * page of a click without an answer; it changes each minute, as Stripe repeats errors under it for a day.
 */
async function openSession(
  stripe: Stripe,
  organizationId: string,
  customer: string,
  plan: PlanRow,
  prices: Stripe.Price[],
): Promise<{ url: string | null } | "subscribed"> {
  await noteCheckout(database(), organizationId);
  return database().transaction(async (tx) => {
    await lockStripeCustomer(tx, customer);
    const sessions = await stripe.checkout.sessions.list({ customer, limit: 100 }, UNDER_LOCK);
    const offer = [plan.id, agreementOf(plan), ...plan.stripePrices].join(" ");
    const open = sessions.data.filter(({ status }) => status === "open");
    const known = open.find(({ metadata }) => metadata?.offer === offer);
    await expire(
      stripe,
      open.filter((session) => session !== known),
    );
    // Only now, because one of these pages may just have been paid.
    const subscriptions = await stripe.subscriptions.list({ customer, limit: 100 }, UNDER_LOCK);
    if (subscriptions.data.some(isLive)) return "subscribed";
    if (known) return known;
    const page = `${config().baseUrl}/dashboard/billing`;
    const wanted = {
      mode: "subscription",
      customer,
      client_reference_id: organizationId,
      // Stripe refuses a quantity for a metered price.
      line_items: prices.map((price) => ({ price: price.id, ...(!isMetered(price) && { quantity: 1 }) })),
      metadata: { offer },
      subscription_data: { metadata: { organization_id: organizationId, plan_id: plan.id } },
      customer_update: { name: "auto", address: "auto" },
      success_url: `${page}/plan?checkout=done`,
      cancel_url: `${page}/plan`,
    } as const;
    const idempotencyKey = `${customer} after ${sessions.data[0]?.id ?? "none"} at ${Math.floor(Date.now() / 60_000)}`;
    return stripe.checkout.sessions.create(wanted, { ...UNDER_LOCK, idempotencyKey });
  });
}

/** Expires the open Checkout pages of an organization. If Stripe fails, this logs it and returns. */
export async function closeCheckout(organizationId: string): Promise<void> {
  const [stripe, known] = [await stripeApi(), await findStripeCustomer(database(), organizationId)];
  if (stripe === null || known === null) return;
  const open = stripe.checkout.sessions.list({ customer: known.customerId, status: "open", limit: 100 });
  await unlessRefused(open.then(({ data }) => expire(stripe, data)));
}

async function expire(stripe: Stripe, open: readonly Stripe.Checkout.Session[]): Promise<void> {
  const expiring = open.map(({ id }) => stripe.checkout.sessions.expire(id, {}, UNDER_LOCK).catch(unlessEnded));
  await Promise.all(expiring);
}

/** The page was paid or has expired meanwhile. Any other one must not stay open. */
function unlessEnded(fault: unknown): void {
  if (!isStripeError(fault) || fault.statusCode !== 400) throw fault;
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
