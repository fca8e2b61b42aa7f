import type { ProviderId } from "#lib/core/provider.rules.ts";
import type { SubscriptionStatus } from "./subscription.rules.ts";

/** Live checks that were billed, by provider, without those that were credited. */
export type CheckCounts = Record<ProviderId, number>;

type PlanPrices = { monthlyFeeMinor: number; priceSMinor: number; priceBMinor: number; includedChecks: number };

/** Computes the cost of checks beside the included ones, which are taken from both providers in proportion. */
export function checksCostOf(prices: Omit<PlanPrices, "monthlyFeeMinor">, counts: CheckCounts): number {
  const all = counts.s + counts.b;
  if (all === 0) return 0;
  const paid = Math.max(0, all - prices.includedChecks) / all;
  return Math.round(paid * (counts.s * prices.priceSMinor + counts.b * prices.priceBMinor));
}

/** Says what a month with these checks costs on a plan, without tax. */
export function monthlyCostOf(plan: PlanPrices, counts: CheckCounts): number {
  return plan.monthlyFeeMinor + checksCostOf(plan, counts);
}

/** Finds the one that costs less than every other; `null`: two cost the same, or there is nothing to choose from. */
export function cheapestOf<Id>(costs: readonly { id: Id; costMinor: number }[]): Id | null {
  const [first, second] = costs.toSorted((a, b) => a.costMinor - b.costMinor);
  return first && second && first.costMinor < second.costMinor ? first.id : null;
}

/** From how many checks a plan costs less than another, at the shares of `counts`; `null`: no number decides that. */
export function cheaperFrom(plan: PlanPrices, other: PlanPrices, counts: CheckCounts): number | null {
  const all = counts.s + counts.b;
  if (all === 0) return null;
  const priceOf = ({ priceSMinor, priceBMinor }: PlanPrices) => (counts.s * priceSMinor + counts.b * priceBMinor) / all;
  const baseOf = (one: PlanPrices) => one.monthlyFeeMinor - one.includedChecks * priceOf(one);
  const saved = priceOf(other) - priceOf(plan);
  const from = Math.floor((baseOf(plan) - baseOf(other)) / saved) + 1;
  return saved > 0 && from > Math.max(1, plan.includedChecks, other.includedChecks) ? from : null;
}

type Agreed = PlanPrices & { currency: string };
type OwnTerms = Agreed & { planId: string | null; status: SubscriptionStatus };

/** Writes the terms of a plan as a line of its form, so that `choosePlan` refuses a plan that changed meanwhile. */
export function agreementOf({ currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks }: Agreed): string {
  return [currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks].join(" ");
}

/** Are these terms the plan as it is offered now? Then there is nothing to choose. */
export function isOwnPlan(terms: OwnTerms, plan: Agreed & { id: string }): boolean {
  return terms.planId === plan.id && terms.status !== "canceled" && agreementOf(terms) === agreementOf(plan);
}
