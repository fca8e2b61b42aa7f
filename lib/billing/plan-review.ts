import { readCalendar } from "#db/queries/closed-month.ts";
import { findPlan, type PlanRow, selectPlans } from "#db/queries/plan.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { Unauthorized } from "#lib/core/authorize.ts";
import { readOrganization } from "#lib/core/read.ts";
import { config } from "#lib/runtime/config.ts";
import { estimateAt, type Outlook, readOutlook } from "./next-invoice.ts";
import { agreementOf, type CheckCounts, cheaperFrom, cheapestOf, monthlyCostOf } from "./plan-cost.rules.ts";
import { includedLeft } from "./proration.rules.ts";
import { STATES } from "./subscription.rules.ts";
import type { Terms } from "./terms.ts";
import { readLately } from "./usage.ts";

/**
 * `own`: what the terms of now cost for the same checks. `cheapest`: the id of the plan that costs less than all others and
 * than now; `null`: there is none.
 */
export type PlanCosts = ReturnType<typeof costsOf>;

/** `costMinor`: of the checks of the last 30 days; `null`: there were none, or it is in another currency than now. */
export type PlanCost = PlanCosts["plans"][number];

/** Reads the offered plans, each with what the checks of the last 30 days would have cost. */
export async function readPlanCosts(actor: Actor, organizationId: string): Promise<Result<PlanCosts, Unauthorized>> {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const { today } = await readCalendar(db);
    const [plans, terms, { counts }] = await Promise.all([
      selectPlans(db),
      findSubscription(db, organizationId),
      readLately(db, organizationId, today),
    ]);
    const offered = plans.filter(({ isOffered }) => isOffered);
    return { ok: true, ...costsOf(offered, terms, counts) };
  });
}

function costsOf(offered: PlanRow[], terms: Terms | null, counts: CheckCounts) {
  const hasChecks = counts.s + counts.b > 0;
  const isNow = terms !== null && STATES[terms.status].planChoice && goesOn(terms);
  const own = hasChecks && isNow ? { planId: terms.planId, costMinor: monthlyCostOf(terms, counts) } : null;
  const plans = offered.map((plan) => {
    const isComparable = hasChecks && (terms === null || terms.currency === plan.currency);
    return { plan, costMinor: isComparable ? monthlyCostOf(plan, counts) : null };
  });
  const others = plans.flatMap(({ plan, costMinor }) =>
    costMinor === null || plan.id === own?.planId ? [] : [{ id: plan.id, costMinor }],
  );
  // "Own" stands for the terms of now, which may be those of a plan, or agreed with the operator.
  const cheapest = cheapestOf(own ? [...others, { id: "", costMinor: own.costMinor }] : others);
  return { counts, own, plans, cheapest: cheapest === "" ? (own?.planId ?? null) : cheapest };
}

/** `change`: this month's invoice with and without the plan; `null`: Stripe collects. */
export type PlanReview = {
  plan: PlanRow;
  agreement: string;
  before: Terms | null;
  counts: CheckCounts;
  change: ReturnType<typeof changeOf> | null;
  /** From how many checks a month the plan costs less than the terms of now. */
  cheaperFrom: number | null;
};

/** Refuses what `choosePlan` would refuse, as far as it is known before. */
export async function readPlanReview(actor: Actor, organizationId: string, planId: string) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const plan = await findPlan(db, planId);
    if (!plan?.isOffered) return refuse("plan_unknown");
    const outlook = await readOutlook(db, organizationId);
    const before = outlook.subscription;
    if (before && !STATES[before.status].planChoice) return refuse("subscription_waits");
    const { counts } = outlook.lately;
    const isComparable = before !== null && goesOn(before) && before.currency === plan.currency;
    const review: PlanReview = {
      plan,
      agreement: agreementOf(plan),
      before,
      counts,
      change: config().stripe === null ? changeOf(outlook, plan, isComparable) : null,
      cheaperFrom: isComparable ? cheaperFrom(plan, before, counts) : null,
    };
    return { ok: true, review };
  });
}

/** Do these terms allow live checks, so that they will cost something? */
function goesOn({ status }: Terms): boolean {
  return STATES[status].liveChecks !== "no";
}

/** `includedLeft`: how many of the next checks of this month cost nothing: what the plan includes counts by the day. */
function changeOf(outlook: Outlook, plan: PlanRow, isComparable: boolean) {
  const { soFar, subscription, today, period, usage, invoice } = outlook;
  const { monthlyFeeMinor, includedChecks, name: planName } = plan;
  const chosen = { startsAt: today, status: "active" as const, planName, monthlyFeeMinor, includedChecks };
  const terms = [...soFar.terms, chosen];
  return {
    ...invoice,
    with: estimateAt(outlook, { ...soFar, terms }, { ...plan, status: "active" }),
    without: isComparable && subscription ? estimateAt(outlook, soFar, subscription) : null,
    includedLeft: includedLeft(period, terms, usage.checks),
  };
}
