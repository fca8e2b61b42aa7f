import { eq } from "drizzle-orm";
import type postgres from "postgres";
import { openClient } from "#db/open-client.ts";
import { hasLedger } from "#db/queries/billing-event.ts";
import { findInvoice } from "#db/queries/invoice.ts";
import { selectMembers } from "#db/queries/member.ts";
import { findOrganization } from "#db/queries/organization.ts";
import type { PlanRow } from "#db/queries/plan.ts";
import { upsertUser } from "#db/queries/user.ts";
import { activityDay, activityEvent, whyNotDay } from "#db/schema/activity.ts";
import { spendAlert } from "#db/schema/alert.ts";
import { auditEvent } from "#db/schema/audit-event.ts";
import { domain } from "#db/schema/domain.ts";
import { gateTestRun } from "#db/schema/gate-test-run.ts";
import { invoicePayment } from "#db/schema/invoice.ts";
import { billingEvent, usageCounter } from "#db/schema/ledger.ts";
import { member } from "#db/schema/member.ts";
import { organization } from "#db/schema/organization.ts";
import { pluginKey } from "#db/schema/plugin-key.ts";
import { subscription, subscriptionTerm } from "#db/schema/subscription.ts";
import { dayOf, daysAfter, endOf, HOUR_MS, periodAfter, periodOf } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { termsOf } from "#lib/billing/terms.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { adminConfig, config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { activityOf, EVENT_DAYS } from "./activity.ts";
import { firstDay, inventChecks } from "./checks.ts";
import { copyRows } from "./copy.ts";
import { capOf, ledgerOf } from "./ledger.ts";
import { auditOf, COLLEAGUES, FOUNDED_DAYS_AGO, shopOf } from "./shop.ts";

/** Says who owns the example organization, and which plan it has. */
type Given = { owner: string; plan: PlanRow };

/**
 * Makes the example organization of a demo: sixty days of invented checks, with all that a shop has after them. What is there
 * stays as it is. The rows of the past are copied as the owner of the tables; invoices are issued by the verb that closes months.
 */
export async function seedExample(given: Given, now = new Date()): Promise<void> {
  if (!config().isDemo) throw new Error("Only a demo gets an example organization");
  // The members come last: an organization without them is one whose making was interrupted.
  if ((await selectMembers(database(), EXAMPLE_ID)).length > 0) return;
  if ((await findOrganization(database(), EXAMPLE_ID)) === null) {
    // Somebody deleted it. Its ledger stays, and a second past would not fit it.
    if (await hasLedger(database(), EXAMPLE_ID)) return;
    await copyPast(given, now);
  }
  const months = [-2, -1].map((n) => periodAfter(periodOf(now), n));
  // Nobody is a member yet, so no e-mail tells of them.
  for (const month of months) await closeMonthOf(EXAMPLE_ID, month, new Date(+endOf(month) + HOUR_MS));
  await addMembers(given.owner, months, now);
}

async function copyPast({ owner, plan }: Given, now: Date): Promise<void> {
  const shop = shopOf(now);
  const keys = { old: shop.keys.old.id, fresh: shop.keys.fresh.id, test: shop.keys.test.id };
  const checks = inventChecks(keys, now);
  const ledger = ledgerOf(checks, plan, now);
  const activity = activityOf(checks, keys, now);
  const { spendCapMinor, alerts } = capOf(ledger, periodOf(now));
  const terms = { ...termsOf(plan), status: "active" as const };
  const own = { organizationId: EXAMPLE_ID };
  const { currency, monthlyFeeMinor, includedChecks } = terms;
  const term = { id: uuidV7(), ...own, startsAt: firstDay(now), status: terms.status, planName: plan.name };
  const client = openClient(adminConfig().ownerAddress, { max: 1 });
  try {
    await client.begin(async (tx) => {
      await makePartitions(tx, now);
      await copyRows(tx, organization, [shop.shop]);
      await copyRows(tx, pluginKey, Object.values(shop.keys));
      await copyRows(tx, domain, shop.domains);
      await copyRows(tx, gateTestRun, shop.runs);
      await copyRows(tx, subscription, [{ ...own, ...terms, spendCapMinor, stopsAtCap: true }]);
      await copyRows(tx, subscriptionTerm, [{ ...term, currency, monthlyFeeMinor, includedChecks }]);
      await copyRows(tx, auditEvent, auditOf(shop, { owner, capMinor: spendCapMinor, terms, now }));
      await copyRows(tx, billingEvent, ledger.rows);
      await copyRows(tx, usageCounter, ledger.counters);
      // The job sends an e-mail for each threshold that has no row.
      await copyRows(tx, spendAlert, alerts);
      await copyRows(tx, activityEvent, activity.events);
      await copyRows(tx, activityDay, activity.days);
      await copyRows(tx, whyNotDay, activity.whyNot);
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** A start has partitions from yesterday on only. */
async function makePartitions(tx: postgres.TransactionSql, now: Date): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtext('make_partitions'))`;
  await tx`
    SELECT make_partition(parent, 'YYYYMMDD', day, day + interval '24 hours')
    FROM unnest(ARRAY['activity_check', 'activity_event']) AS parent,
      generate_series(${dayOf(daysAfter(now, -EVENT_DAYS))}::timestamp, ${dayOf(now)}::timestamp, interval '24 hours') AS start,
      LATERAL (SELECT start AT TIME ZONE 'UTC' AS day) AS d`;
  await tx`
    SELECT make_ledger_partitions(month AT TIME ZONE 'UTC')
    FROM generate_series(${periodAfter(periodOf(now), -2)}::timestamp, ${periodOf(now)}::timestamp, interval '1 month') AS month`;
}

/** Adds the team, and the payments of the invoices that were due. */
async function addMembers(owner: string, months: readonly string[], now: Date): Promise<void> {
  await database().transaction(async (tx) => {
    for (const period of months) {
      const issued = await findInvoice(tx, { organizationId: EXAMPLE_ID, period });
      if (!issued || issued.dueOn >= dayOf(now)) continue;
      const paidAt = daysAfter(Date.parse(issued.dueOn), -2);
      await tx
        .insert(invoicePayment)
        .values({ invoiceId: issued.id, paidAt, actor: "operator", note: "Bank transfer" });
      const audit = { actor: "operator", action: "invoice.paid", subject: String(issued.number), createdAt: paidAt };
      await tx.insert(auditEvent).values({
        ...{ id: uuidV7(+paidAt), organizationId: EXAMPLE_ID, ...audit },
        after: { note: "Bank transfer" },
      });
    }
    const team = { owner: { email: owner, days: FOUNDED_DAYS_AGO }, ...COLLEAGUES };
    for (const [role, { email, days }] of Object.entries(team) as [
      keyof typeof team,
      { email: string; days: number },
    ][]) {
      const { id: userId } = await upsertUser(tx, uuidV7(), email);
      await tx.insert(member).values({ organizationId: EXAMPLE_ID, userId, role, createdAt: daysAfter(now, -days) });
      if (role === "developer")
        await tx.update(gateTestRun).set({ askedBy: userId }).where(eq(gateTestRun.organizationId, EXAMPLE_ID));
    }
  });
}
