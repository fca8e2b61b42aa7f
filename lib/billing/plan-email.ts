import { v7 } from "uuid";
import { findOrganization } from "#db/queries/organization.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import type { PlanRow } from "#db/queries/plan.ts";
import { emailBilling } from "./billing-email.ts";
import { count, money } from "./money.rules.ts";

/** Tells those who see billing that the organization has a plan now, and what it costs. A new id each time: one may change back. */
export async function emailPlan(tx: LockedTransaction, organizationId: string, plan: PlanRow): Promise<void> {
  const { name = "" } = (await findOrganization(tx, organizationId)) ?? {};
  const { currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks } = plan;
  const prices = [...new Set([priceSMinor, priceBMinor])].map((minor) => money(minor, currency));
  const facts = [
    `From the next check on, each costs ${prices.join(" or ")}${prices.length > 1 ? ", depending on the eID" : ""}.`,
    includedChecks > 0 ? `${count(includedChecks)} checks a month are included.` : null,
    monthlyFeeMinor > 0 ? `The fee is ${money(monthlyFeeMinor, currency)} a month.` : "There is no monthly fee.",
  ];
  await emailBilling(tx, organizationId, {
    about: `plan ${v7()}`,
    subject: `${name} is now on ${plan.name}`,
    body: `${facts.filter(Boolean).join(" ")}\n\nThe Billing page of your dashboard has the details. The audit log shows who changed the plan.\n`,
  });
}
