import type { Db } from "#db/client.ts";
import { findStripeCustomer } from "#db/queries/stripe.ts";
import { findPlan, findSubscription, type SubscriptionRow } from "#db/queries/subscription.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Changed, changeOrganization, type Refused, readOf } from "#lib/core/change.ts";
import { officeConfig } from "#lib/core/config.ts";
import { graceEndsAt, STATES } from "./subscription.rules.ts";
import { areSound, changeTerms, type Terms, termsOf } from "./terms.ts";

/** Takes effect on the very next call; what was billed keeps its price. */
export async function setSubscription(
  actor: Actor,
  organizationId: string,
  named: Partial<Terms>,
): Promise<Changed<{ terms: Terms }>> {
  if (!areSound(named)) return { ok: false, reason: "terms_invalid" };
  return changeOrganization<{ terms: Terms }>(actor, "operate", organizationId, async (tx) => {
    const set = await changeTerms(tx, organizationId, named);
    if (!set.ok) return { trace: null, result: set };
    const { before, terms } = set;
    return {
      trace: { action: "subscription.set", subject: organizationId, before, after: terms },
      result: { ok: true, terms },
    };
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
): Promise<Changed<{ terms: Terms }>> {
  return changeOrganization<{ terms: Terms }>(actor, "change billing", organizationId, async (tx) => {
    const refuse = (reason: "plan_unknown" | "subscription_held" | "paid_elsewhere") =>
      ({ trace: null, result: { ok: false, reason } }) as const;
    if (officeConfig().stripe !== null) return refuse("paid_elsewhere");
    const plan = await findPlan(tx, planId);
    if (!plan?.isOffered) return refuse("plan_unknown");
    const held = await findSubscription(tx, organizationId);
    if (held && !STATES[held.status].planChoice) return refuse("subscription_held");
    const set = await changeTerms(tx, organizationId, { ...termsOf(plan), status: "active" });
    if (!set.ok) return { trace: null, result: set };
    const { before, terms } = set;
    const trace = { action: "subscription.chosen" as const, subject: organizationId, before, after: terms };
    return { trace, result: { ok: true, terms } };
  });
}

/** What Stripe collects ends there; what the operator gave ends here, also where Stripe is configured. */
async function livesAtStripe(db: Db, organizationId: string): Promise<boolean> {
  const customer = await findStripeCustomer(db, organizationId);
  return customer !== null && customer.subscribedAt !== null && customer.endedAt === null;
}

/** Live checks stop with the very next call; the month is invoiced as far as it went. `changed` is false the second time. */
export async function cancelSubscription(actor: Actor, organizationId: string): Promise<Changed<{ changed: boolean }>> {
  return changeOrganization<{ changed: boolean }>(actor, "change billing", organizationId, async (tx) => {
    const held = await findSubscription(tx, organizationId);
    if (held === null) return { trace: null, result: { ok: false, reason: "terms_incomplete" } };
    if (await livesAtStripe(tx, organizationId))
      return { trace: null, result: { ok: false, reason: "paid_elsewhere" } };
    if (held.status === "canceled") return { trace: null, result: { ok: true, changed: false } };
    const set = await changeTerms(tx, organizationId, { status: "canceled" });
    if (!set.ok) return { trace: null, result: set };
    const [before, after] = [{ status: held.status }, { status: "canceled" }];
    return {
      trace: { action: "subscription.canceled", subject: organizationId, before, after },
      result: { ok: true, changed: true },
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
): Promise<{ ok: true; held: Held | null } | Refused> {
  const found = await readOf(actor, "see billing", organizationId, async (db) => {
    const row = await findSubscription(db, organizationId);
    const planName = row?.planId ? ((await findPlan(db, row.planId))?.name ?? null) : null;
    return row && { ...row, planName, isAtStripe: await livesAtStripe(db, organizationId) };
  });
  if (!found.ok) return found;
  const held = found.read && { ...found.read, graceEndsAt: graceEndsAt(found.read, officeConfig().billing.graceMs) };
  return { ok: true, held };
}
