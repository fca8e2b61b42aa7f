import { readBillFacts } from "#db/queries/bill-facts.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import type { PlanRow } from "#db/queries/plan.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { emailBilling } from "./billing-email.ts";
import { count, money } from "./money.rules.ts";
import { stoppingCap } from "./spend.rules.ts";

/** Tells those who see billing that the organization has a plan now, and what it costs. A new id each time: one may change back. Called after the terms are set. */
export async function emailPlan(tx: LockedTransaction, organizationId: string, plan: PlanRow): Promise<void> {
  const { currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks } = plan;
  const prices = [...new Set([priceSMinor, priceBMinor])].map((minor) => money(minor, currency));
  const { terms, usage } = await readBillFacts(tx, organizationId);
  const left = Math.max(0, (terms?.includedChecks ?? 0) - usage.checks);
  const price = `${prices.join(" or ")}${prices.length > 1 ? ", depending on the eID" : ""}`;
  const facts = [
    left > 0
      ? `${checksText(left)} included this month; after that, each costs ${price}.`
      : `From the next check on, each costs ${price}.`,
    includedChecks > 0 ? `From next month on, ${checksText(includedChecks)} included each month.` : null,
    terms && stoppingCap(terms) !== null
      ? `Live checks stop at your spend cap of ${money(stoppingCap(terms) ?? 0, currency)} per month, which you can change.`
      : null,
    monthlyFeeMinor > 0 ? `The fee is ${money(monthlyFeeMinor, currency)} per month.` : "There is no monthly fee.",
  ];
  await emailBilling(tx, organizationId, {
    about: `plan ${uuidV7()}`,
    subject: `now on ${plan.name}`,
    fact: `Your plan is now ${plan.name}.`,
    action: "Review the plan",
    page: "/dashboard/billing/plan",
    more: [...facts.filter(Boolean), "The audit log shows who changed the plan."].join(" "),
  });
}

function checksText(checks: number): string {
  return `${count(checks)} ${checks === 1 ? "check is" : "checks are"}`;
}
