import type { Stripe } from "stripe";
import { v7 } from "uuid";
import type { Transaction } from "#db/client.ts";
import { insertAuditEvent } from "#db/queries/audit-event.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { type LockedTransaction, lockOrganization } from "#db/queries/organization-lock.ts";
import { selectPlans } from "#db/queries/plan.ts";
import {
  findByCustomerId,
  lockStripeCustomer,
  type StripeCustomerRow,
  setFollowed,
} from "#db/queries/stripe-customer.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { nameOf } from "#lib/core/actor.ts";
import { log } from "#lib/core/log.ts";
import { changeTerms } from "../terms.ts";
import { endOfSpan, type StripeSpan, spanAfter } from "./span.rules.ts";
import { countingOf, isLive, planBoughtOf, statusOf } from "./subscription.rules.ts";

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
  const locked = await lockOrganization(tx, customer.organizationId);
  if (locked === null) return endAll(stripe, customer, data);
  const { counting, others } = countingOf(data, customer.subscriptionId);
  for (const { id } of others) log.error({ event: "stripe_second_subscription", customer: customerId, id });
  if (counting === null) return;
  const followed = data.find(({ id }) => id === customer.subscriptionId) ?? null;
  await set(locked, customer, counting, followed);
}

/**
 * Somebody paid for an organization that was deleted meanwhile: nobody could use that, or end it here. What was paid is the
 * operator's to give back: the log names it.
 */
async function endAll(
  stripe: Stripe,
  { organizationId, customerId }: StripeCustomerRow,
  all: readonly Stripe.Subscription[],
): Promise<void> {
  for (const one of all.filter(isLive)) {
    await stripe.subscriptions.cancel(one.id, {}, LOOK);
    log.error({ event: "stripe_subscription_of_nobody", organizationId, customer: customerId, id: one.id });
  }
}

async function set(
  tx: LockedTransaction,
  customer: StripeCustomerRow,
  seen: Stripe.Subscription,
  followed: Stripe.Subscription | null,
): Promise<void> {
  const { organizationId, subscriptionId, span: known } = customer;
  const isOther = seen.id !== subscriptionId;
  // What was agreed by hand since it ended holds, whatever late news of it there is.
  if (!isOther && known !== null && known.until !== null && statusOf(seen) === "canceled") return;
  const { today } = await readCalendar(tx);
  const before = followed && isOther ? spanAfter(known, followed, today) : known;
  const span = spanAfter(before, seen, today);
  if (span === null) return;
  const end = endOfSpan(seen);
  if (span !== known && span.until !== null && end !== null && end < +span.until)
    // For the operator, to put on an invoice by hand what was checked in between: a month that is over is not opened again.
    log.error({ event: "stripe_end_told_late", organizationId, endedAt: new Date(end), countedUntil: span.until });
  const held = await findSubscription(tx, organizationId);
  const plan = planBoughtOf(await selectPlans(tx), pricesOf(seen), seen.metadata.plan_id);
  const status = statusOf(seen) ?? held?.status;
  // Terms are a plan's when they are bought, and stay: a plan that changes later changes nobody's bill.
  const bringsTerms = plan !== null && (isOther || plan.id !== held?.planId);
  const isSame = !isOther && !bringsTerms && status === held?.status && span === known;
  if (status === undefined || isSame) return;
  const changed = await changeTerms(tx, organizationId, { ...(bringsTerms && { planId: plan.id }), status });
  if (!changed.ok) {
    // Nobody's request could be refused for it: the operator has to look.
    log.error({ event: "stripe_not_followed", organizationId, subscription: seen.id, reason: changed.reason });
    return;
  }
  await setFollowed(tx, organizationId, seen.id, { before, span });
  await insertAuditEvent(tx, {
    id: v7(),
    organizationId,
    actor: nameOf({ kind: "stripe" }),
    action: "subscription.followed",
    subject: organizationId,
    before: { ...changed.before, stripeSubscription: subscriptionId, ...written(before) },
    after: { ...changed.terms, stripeSubscription: seen.id, ...written(span) },
  });
}

function written(span: StripeSpan | null) {
  return { stripeSubscribedAt: span?.since ?? null, stripeEndedAt: span?.until ?? null };
}

function pricesOf({ items }: Stripe.Subscription): string[] {
  return items.data.map(({ price }) => price.id);
}
