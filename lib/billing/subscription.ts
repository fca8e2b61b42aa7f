import type { Db } from "#db/client.ts";
import { findPlan } from "#db/queries/plan.ts";
import { findStripeCustomer } from "#db/queries/stripe-customer.ts";
import { findSubscription, type SubscriptionRow } from "#db/queries/subscription.ts";
import type { BillingReason } from "#lib/billing/reasons.ts";
import type { Actor, Operator } from "#lib/core/actor.ts";
import { changeOrganization, readOf, type Unauthorized } from "#lib/core/change.ts";
import { adminConfig } from "#lib/core/config.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { graceEndsAt, STATES } from "./subscription.rules.ts";
import { areSound, changeTerms, type Terms, termsOf } from "./terms.ts";

/** Takes effect on the very next call; what was billed keeps its price. */
export async function setSubscription(
  actor: Operator,
  organizationId: string,
  named: Partial<Terms>,
): Promise<Result<{ terms: Terms }, BillingReason>> {
  if (!areSound(named)) return refuse("terms_invalid");
  return changeOrganization(actor, "operate", organizationId, async (tx) => {
    const set = await changeTerms(tx, organizationId, named);
    if (!set.ok) return set;
    const { before, terms } = set;
    return { value: { terms }, audit: { action: "subscription.set", subject: organizationId, before, after: terms } };
  });
}

/**
 * A member takes one of the plans that are offered, or changes to it: at once, and invoiced at the end of the month. Where
 * Stripe takes the payments, its Checkout does this instead.
 */
export async function choosePlan(
  actor: Actor,
  organizationId: string,
  planId: string,
): Promise<Result<{ terms: Terms }, BillingReason>> {
  return changeOrganization(actor, "change billing", organizationId, async (tx) => {
    if (adminConfig().stripe !== null) return refuse("paid_elsewhere");
    const plan = await findPlan(tx, planId);
    if (!plan?.isOffered) return refuse("plan_unknown");
    const held = await findSubscription(tx, organizationId);
    if (held && !STATES[held.status].planChoice) return refuse("subscription_waits");
    const set = await changeTerms(tx, organizationId, { ...termsOf(plan), status: "active" });
    if (!set.ok) return set;
    const { before, terms } = set;
    const audit = { action: "subscription.chosen" as const, subject: organizationId, before, after: terms };
    return { value: { terms }, audit };
  });
}

/** What Stripe collects ends there; what the operator gave ends here, also where Stripe is configured. */
async function isPaidThroughStripe(db: Db, organizationId: string): Promise<boolean> {
  const customer = await findStripeCustomer(db, organizationId);
  return customer?.span?.until === null;
}

/** Live checks stop with the very next call; the month is invoiced as far as it went. `changed` is false the second time. */
export async function cancelSubscription(
  actor: Actor,
  organizationId: string,
): Promise<Result<{ changed: boolean }, BillingReason>> {
  return changeOrganization(actor, "change billing", organizationId, async (tx) => {
    const held = await findSubscription(tx, organizationId);
    if (held === null) return refuse("terms_incomplete");
    if (await isPaidThroughStripe(tx, organizationId)) return refuse("paid_elsewhere");
    if (held.status === "canceled") return { value: { changed: false }, audit: null };
    const set = await changeTerms(tx, organizationId, { status: "canceled" });
    if (!set.ok) return set;
    const [before, after] = [{ status: held.status }, { status: "canceled" }];
    return {
      value: { changed: true },
      audit: { action: "subscription.canceled", subject: organizationId, before, after },
    };
  });
}

/**
 * `graceEndsAt`: of one that is past due, when live checks stop. `planName`: `null` where the terms were agreed by hand.
 * `isAtStripe`: it is paid, and ended, there.
 */
export type Held = SubscriptionRow & { graceEndsAt: Date | null; planName: string | null; isAtStripe: boolean };

/** `null`: it has none yet. */
export async function readSubscription(
  actor: Actor,
  organizationId: string,
): Promise<Result<{ held: Held | null }, Unauthorized>> {
  const found = await readOf(actor, "see billing", organizationId, async (db) => {
    const row = await findSubscription(db, organizationId);
    const planName = row?.planId ? ((await findPlan(db, row.planId))?.name ?? null) : null;
    return row && { ...row, planName, isAtStripe: await isPaidThroughStripe(db, organizationId) };
  });
  if (!found.ok) return found;
  const held = found.read && { ...found.read, graceEndsAt: graceEndsAt(found.read, adminConfig().billing.graceMs) };
  return { ok: true, held };
}
