import type { Stripe } from "stripe";
import { v7 } from "uuid";
import type { Transaction } from "#db/client.ts";
import { insertAuditEvent } from "#db/queries/account.ts";
import { lockOrganization } from "#db/queries/admission.ts";
import { findByCustomerId, lockStripeCustomer, type StripeCustomerRow, setFollowed } from "#db/queries/stripe.ts";
import { findSubscription, listPlans } from "#db/queries/subscription.ts";
import { nameOf } from "#lib/account/actor.ts";
import { log } from "#lib/log.ts";
import { countingOf, planBoughtOf, statusOf } from "#lib/rules/stripe-subscription.ts";
import { changeTerms } from "../terms.ts";

/** Shorter than the database waits for an idle transaction; whoever told us tells it again. */
const LOOK = { timeout: 4_000, maxNetworkRetries: 0 };

/**
 * Sets an organization's subscription to what Stripe says of it now, whatever it was that made us look. Looks at one customer
 * follow one another; the organization's gate is not held before Stripe has answered.
 */
export async function followStripe(tx: Transaction, stripe: Stripe, customerId: string): Promise<void> {
  await lockStripeCustomer(tx, customerId);
  const customer = await findByCustomerId(tx, customerId);
  // Another product's customer, or of an organization that is gone.
  if (customer === null) return;
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 }, LOOK);
  const { counting, others } = countingOf(data, customer.subscriptionId);
  for (const { id } of others) log.error({ event: "stripe_second_subscription", customer: customerId, id });
  if (counting !== null && (await lockOrganization(tx, customer.organizationId))) await set(tx, customer, counting);
}

async function set(tx: Transaction, customer: StripeCustomerRow, seen: Stripe.Subscription): Promise<void> {
  const { organizationId, subscriptionId } = customer;
  const isOther = seen.id !== subscriptionId;
  const held = await findSubscription(tx, organizationId);
  const plan = planBoughtOf(await listPlans(tx), pricesOf(seen), seen.metadata.plan_id);
  const status = statusOf(seen) ?? held?.status;
  // Terms are a plan's when they are bought, and stay: a plan that changes later changes nobody's bill.
  const bringsTerms = plan !== null && (isOther || plan.id !== held?.planId);
  if (status === undefined || (!isOther && !bringsTerms && status === held?.status)) return;
  const changed = await changeTerms(tx, organizationId, { ...(bringsTerms && { planId: plan.id }), status });
  if (!changed.ok) {
    // Nobody's request could be refused for it: the operator has to look.
    log.error({ event: "stripe_not_followed", organizationId, subscription: seen.id, reason: changed.reason });
    return;
  }
  if (isOther) await setFollowed(tx, organizationId, seen.id, new Date(seen.start_date * 1000));
  await insertAuditEvent(tx, {
    id: v7(),
    organizationId,
    actor: nameOf({ kind: "stripe" }),
    action: "subscription.followed",
    subject: organizationId,
    before: { ...changed.before, stripeSubscription: subscriptionId },
    after: { ...changed.terms, stripeSubscription: seen.id },
  });
}

function pricesOf({ items }: Stripe.Subscription): string[] {
  return items.data.map(({ price }) => price.id);
}
