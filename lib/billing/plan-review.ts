import { readCalendar } from "#db/queries/closed-month.ts";
import { findPlan, selectPlans } from "#db/queries/plan.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { endOf } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { Unauthorized } from "#lib/core/authorize.ts";
import { readOrganization } from "#lib/core/read.ts";
import { config } from "#lib/runtime/config.ts";
import { estimateAt, type Outlook, readOutlook } from "./month-outlook.ts";
import type { Estimate } from "./next-invoice.rules.ts";
import { agreementOf, type CheckCounts, cheaperFrom, cheapestOf, monthlyCostOf } from "./plan-cost.rules.ts";
import type { OfferedPlan } from "./plans.ts";
import { includedLeft } from "./proration.rules.ts";
import { STATES } from "./subscription.rules.ts";
import type { Terms } from "./terms.ts";
import { countLately } from "./usage.ts";

/** `costMinor`: of the checks of the last 30 days; `null`: there were none, or it is in another currency than now. */
export type PlanCost = { plan: OfferedPlan; costMinor: number | null };

/** `own`: what the terms of now cost for the same checks. `cheapest`: the id of the plan that costs less than all others and than now. */
export type PlanCosts = {
  counts: CheckCounts;
  own: { planId: string | null; costMinor: number } | null;
  plans: PlanCost[];
  cheapest: string | null;
};

/** The offered plans, each with what the checks of the last 30 days would have cost. */
export async function readPlanCosts(actor: Actor, organizationId: string): Promise<Result<PlanCosts, Unauthorized>> {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const { today } = await readCalendar(db);
    const [plans, terms, counts] = await Promise.all([
      selectPlans(db),
      findSubscription(db, organizationId),
      countLately(db, organizationId, today),
    ]);
    const offered = plans.filter(({ isOffered }) => isOffered);
    return { ok: true, ...costsOf(offered, terms, counts) };
  });
}

function costsOf(offered: OfferedPlan[], terms: Terms | null, counts: CheckCounts): PlanCosts {
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
  plan: OfferedPlan;
  agreement: string;
  before: Terms | null;
  counts: CheckCounts;
  change: {
    issuedOn: Date;
    with: Estimate;
    without: Estimate | null;
    taxBasisPoints: number;
    taxName: string;
    /** Says how many of the next checks of this month cost nothing: what the plan includes counts by the day. */
    includedLeft: number;
  } | null;
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
    const counts = await countLately(db, organizationId, outlook.today);
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

function changeOf(outlook: Outlook, plan: OfferedPlan, isComparable: boolean) {
  const { soFar, subscription, today, period, taxBasisPoints, taxName, usage } = outlook;
  const { monthlyFeeMinor, includedChecks, name: planName } = plan;
  const chosen = { startsAt: today, status: "active" as const, planName, monthlyFeeMinor, includedChecks };
  const terms = [...soFar.terms, chosen];
  return {
    issuedOn: endOf(period),
    with: estimateAt(outlook, { ...soFar, terms }, { ...plan, status: "active" }),
    without: isComparable && subscription ? estimateAt(outlook, soFar, subscription) : null,
    taxBasisPoints,
    taxName,
    includedLeft: includedLeft(period, terms, usage.checks),
  };
}
