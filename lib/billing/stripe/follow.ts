import type { Stripe } from "stripe";
import type { Transaction } from "#db/client.ts";
import { insertAuditEvent } from "#db/queries/audit-event.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { type LockedTransaction, lockOrganization } from "#db/queries/organization-lock.ts";
import { selectPlans } from "#db/queries/plan.ts";
import {
  findByCustomerId,
  insertStripeEvent,
  lockStripeCustomer,
  type StripeCustomerRow,
  setFollowed,
} from "#db/queries/stripe-customer.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { nameOf } from "#lib/core/actor.ts";
import { log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { emailBilling } from "../billing-email.ts";
import { emailPlan } from "../plan-email.ts";
import type { StripeSpan } from "../proration.rules.ts";
import { STATES } from "../subscription.rules.ts";
import { changeTerms } from "../terms.ts";
import { UNDER_LOCK, unlessRefused } from "./client.ts";
import { spanAfter } from "./span.rules.ts";
import { countingOf, isLive, planBoughtOf, statusOf } from "./subscription.rules.ts";

/**
 * Follows what Stripe's API says now, whatever an event said, one look at a customer at a time. Takes the lock only
 * after Stripe's answer. `event`: takes effect once, as its record is in the same commit.
 */
export async function followStripe(stripe: Stripe, customerId: string, event?: { id: string; type: string }) {
  const second = await database().transaction(async (tx) => {
    if (event && !(await insertStripeEvent(tx, event))) return [];
    await lockStripeCustomer(tx, customerId);
    const customer = await findByCustomerId(tx, customerId);
    // The customer of another product on the same Stripe account.
    return customer === null ? [] : follow(tx, stripe, customer);
  });
  // After the commit: if Stripe does not end them, what was bought works all the same, and the next look ends them. Without an
  // invoice: it would have the usage that the first subscription's invoice has.
  for (const id of second) await unlessRefused(stripe.subscriptions.cancel(id));
}

/** Answers the ids of subscriptions that were bought twice, for the caller to end. */
async function follow(tx: Transaction, stripe: Stripe, customer: StripeCustomerRow): Promise<string[]> {
  const { customerId, organizationId } = customer;
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 }, UNDER_LOCK);
  const locked = await lockOrganization(tx, organizationId);
  if (locked === null) {
    await cancelAll(stripe, customer, data);
    return [];
  }
  const { counting, others } = countingOf(data, customer.subscriptionId);
  if (counting === null) return [];
  const followed = data.find(({ id }) => id === customer.subscriptionId) ?? null;
  await set(locked, customer, counting, followed);
  return secondOf(locked, customer, counting, others);
}

/**
 * What was bought on a second page of ours is of no use beside one that works, and would charge the same usage once more: it is
 * to end, and those who see billing are told once. Others the operator made at Stripe: the log names them.
 */
async function secondOf(
  tx: LockedTransaction,
  { organizationId, customerId }: StripeCustomerRow,
  counting: Stripe.Subscription,
  others: readonly Stripe.Subscription[],
): Promise<string[]> {
  const status = statusOf(counting);
  const isWorking = status !== null && STATES[status].liveChecks === "yes";
  const isOurs = ({ metadata }: Stripe.Subscription) => metadata.organization_id === organizationId;
  const second = others.filter((one) => isWorking && isOurs(one)).map(({ id }) => id);
  for (const { id } of others)
    log.error({ event: "stripe_second_subscription", customer: customerId, id, ends: second.includes(id) });
  for (const id of second)
    await emailBilling(tx, organizationId, {
      about: `second subscription ${id}`,
      subject: "Stripe has charged you twice",
      fact: "A plan was bought twice at Stripe, and the second subscription has ended.",
      action: "Open Billing",
      page: "/dashboard/billing",
      more: "The first continues. Ask the operator of this service to refund what the second has cost.",
    });
  return second;
}

/** Cancels what was bought for an organization that is deleted. The log names it: the operator may refund it. */
async function cancelAll(
  stripe: Stripe,
  { organizationId, customerId }: StripeCustomerRow,
  all: readonly Stripe.Subscription[],
): Promise<void> {
  for (const one of all.filter(isLive)) {
    await stripe.subscriptions.cancel(one.id, { invoice_now: true }, UNDER_LOCK);
    log.error({ event: "stripe_subscription_without_organization", organizationId, customer: customerId, id: one.id });
  }
}

async function set(
  tx: LockedTransaction,
  customer: StripeCustomerRow,
  reported: Stripe.Subscription,
  followed: Stripe.Subscription | null,
): Promise<void> {
  const { organizationId, subscriptionId, span: known } = customer;
  const isOther = reported.id !== subscriptionId;
  // Terms that were agreed after the end stay, even if Stripe reports the end once more.
  if (!isOther && known !== null && known.until !== null && statusOf(reported) === "canceled") return;
  const { today } = await readCalendar(tx);
  const before = followed && isOther ? spanAfter(known, followed, today) : known;
  const span = spanAfter(before, reported, today);
  if (span === null) return;
  const terms = await findSubscription(tx, organizationId);
  const plan = planBoughtOf(await selectPlans(tx), pricesOf(reported), reported.metadata.plan_id);
  const status = statusOf(reported) ?? terms?.status;
  // Terms are copied from the plan at the purchase. A later change of the plan changes no bill.
  const bringsTerms = plan !== null && (isOther || plan.id !== terms?.planId);
  const isSame = !isOther && !bringsTerms && status === terms?.status && span === known;
  if (status === undefined || isSame) return;
  const changed = await changeTerms(tx, organizationId, { ...(bringsTerms && { planId: plan.id }), status });
  if (!changed.ok) {
    // This is no user's request, so no user can be told: the operator has to act.
    log.error({ event: "stripe_not_followed", organizationId, subscription: reported.id, reason: changed.reason });
    return;
  }
  await setFollowed(tx, organizationId, reported.id, { before: before && { ...before, subscriptionId }, span });
  if (bringsTerms && STATES[status].liveChecks === "yes") await emailPlan(tx, organizationId, plan);
  await insertAuditEvent(tx, {
    id: uuidV7(),
    organizationId,
    actor: nameOf({ kind: "stripe" }),
    action: "subscription.followed",
    subject: organizationId,
    before: { ...changed.before, stripeSubscription: subscriptionId, ...auditOf(before) },
    after: { ...changed.terms, stripeSubscription: reported.id, ...auditOf(span) },
  });
}

function auditOf(span: StripeSpan | null) {
  return { stripeSubscribedAt: span?.since ?? null, stripeEndedAt: span?.until ?? null };
}

function pricesOf({ items }: Stripe.Subscription): string[] {
  return items.data.map(({ price }) => price.id);
}
