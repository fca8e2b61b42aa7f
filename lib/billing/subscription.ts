import type { Db } from "#db/client.ts";
import { findPlan } from "#db/queries/plan.ts";
import { findStripeCustomer } from "#db/queries/stripe-customer.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { refuse } from "#lib/base/result.ts";
import type { Actor, Operator } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { readOrganization } from "#lib/core/read.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { agreementOf } from "./plan-cost.rules.ts";
import { emailPlan } from "./plan-email.ts";
import { graceEndsAt, STATES } from "./subscription.rules.ts";
import { areSound, changeTerms, isPart, type Terms, termsOf, withoutGrace } from "./terms.ts";

/** Sets terms for the operator. The next call already sees them; billing events that exist keep their price. */
export async function setSubscription(actor: Operator, organizationId: string, named: Partial<Terms>) {
  if (!areSound(named)) return refuse("terms_invalid");
  return changeOrganization(actor, "operate", organizationId, async (tx) => {
    const set = await changeTerms(tx, organizationId, named);
    if (!set.ok) return set;
    const { before, terms } = set;
    return { value: { terms }, audit: { action: "subscription.set", subject: organizationId, before, after: terms } };
  });
}

/**
 * Holds at once, and we invoice it at the end of the month. `agreement`: of the review (`agreementOf`). A second press
 * changes nothing. With Stripe, members buy on its Checkout page instead.
 */
export async function choosePlan(actor: Actor, organizationId: string, planId: string, agreement: string) {
  return changeOrganization(actor, "change billing", organizationId, async (tx) => {
    if (adminConfig().stripe !== null) return refuse("paid_elsewhere");
    const plan = await findPlan(tx, planId);
    if (!plan?.isOffered) return refuse("plan_unknown");
    if (agreement !== agreementOf(plan)) return refuse("plan_changed");
    const current = await findSubscription(tx, organizationId);
    if (current && !STATES[current.status].planChoice) return refuse("subscription_waits");
    const chosen = { ...termsOf(plan), status: "active" as const };
    if (current && isPart(chosen, current)) return { value: { terms: withoutGrace(current) }, audit: null };
    const set = await changeTerms(tx, organizationId, chosen);
    if (!set.ok) return set;
    const { before, terms } = set;
    await emailPlan(tx, organizationId, plan);
    const audit = { action: "subscription.chosen" as const, subject: organizationId, before, after: terms };
    return { value: { terms }, audit };
  });
}

/** Asks where to end a subscription: one that Stripe collects is ended at Stripe. Terms from the operator are ended here, even if Stripe is configured. */
async function isPaidThroughStripe(db: Db, organizationId: string): Promise<boolean> {
  const customer = await findStripeCustomer(db, organizationId);
  return customer?.span?.until === null;
}

/** Ends it: the next live check is refused. We still invoice the month up to now. `changed`: false the second time. */
export async function cancelSubscription(actor: Actor, organizationId: string) {
  return changeOrganization(actor, "change billing", organizationId, async (tx) => {
    const current = await findSubscription(tx, organizationId);
    if (current === null) return refuse("terms_incomplete");
    if (await isPaidThroughStripe(tx, organizationId)) return refuse("paid_elsewhere");
    if (current.status === "canceled") return { value: { changed: false }, audit: null };
    const set = await changeTerms(tx, organizationId, { status: "canceled" });
    if (!set.ok) return set;
    const facts = { before: { status: current.status }, after: { status: "canceled" } };
    return { value: { changed: true }, audit: { action: "subscription.canceled", subject: organizationId, ...facts } };
  });
}

/**
 * `graceEndsAt`: when live checks of a subscription that is past due stop. `planName`: `null` for terms without a plan.
 * `isAtStripe`: members pay and end it at Stripe.
 */
export type SubscriptionView = NonNullable<
  Extract<Awaited<ReturnType<typeof readSubscription>>, { ok: true }>["subscription"]
>;

/** `subscription`: `null` for an organization that never had one. */
export async function readSubscription(actor: Actor, organizationId: string) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const row = await findSubscription(db, organizationId);
    if (row === null) return { ok: true, subscription: null };
    const planName = row.planId ? ((await findPlan(db, row.planId))?.name ?? null) : null;
    const isAtStripe = await isPaidThroughStripe(db, organizationId);
    const endsAt = graceEndsAt(row, adminConfig().billing.graceMs);
    return { ok: true, subscription: { ...row, planName, isAtStripe, graceEndsAt: endsAt } };
  });
}
