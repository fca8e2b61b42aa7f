import { and, asc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { subscription, subscriptionTerm } from "../schema/subscription.ts";
import type { LockedTransaction } from "./organization-lock.ts";

const {
  organizationId: _,
  createdAt: __,
  includedPeriod: ___,
  includedInPeriod: ____,
  ...TERMS
} = getTableColumns(subscription);

export type SubscriptionRow = Pick<typeof subscription.$inferSelect, keyof typeof TERMS>;

/** Without `pastDueSince`, which follows from the status and the clock. */
export type TermsRow = Omit<SubscriptionRow, "pastDueSince">;

export async function findSubscription(db: Db, organizationId: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select(TERMS).from(subscription).where(eq(subscription.organizationId, organizationId));
  return row ?? null;
}

/** Says how many checks a subscription `s` includes in a month. In the month of the last change of terms, a number by days. */
export function includedIn(period: SQL): SQL {
  return sql`CASE WHEN s.included_period = ${period} THEN s.included_in_period ELSE s.included_checks END`;
}

export async function setIncluded(
  tx: LockedTransaction,
  organizationId: string,
  includedPeriod: string,
  includedInPeriod: number,
): Promise<void> {
  const set = { includedPeriod, includedInPeriod };
  await tx.update(subscription).set(set).where(eq(subscription.organizationId, organizationId));
}

/** Reads the facts that the price of a check depends on. `usage`: of the UTC month of `now`. */
export async function readBillFacts(db: Db, organizationId: string) {
  const month = sql`date_trunc('month', clock.now, 'UTC')::date`;
  const counted = db.execute<{ now: Date; checks: number; spentMinor: number; included: number | null }>(sql`
    WITH clock AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS now)
    SELECT clock.now, coalesce(u.events, 0) AS checks, coalesce(u.spent_minor, 0) AS "spentMinor", ${includedIn(month)} AS included
    FROM clock LEFT JOIN usage_counter u ON u.organization_id = ${organizationId} AND u.period = ${month}
    LEFT JOIN ${subscription} s ON s.organization_id = ${organizationId}
  `);
  const [[row], current] = await Promise.all([counted, findSubscription(db, organizationId)]);
  if (!row) throw new Error("The database did not tell the time");
  const { now, included, ...usage } = row;
  return { now, terms: current && { ...current, includedChecks: included ?? 0 }, usage };
}

/** Sets the terms, and stores from when they hold: the fee of a month is computed from that. */
export async function upsertSubscription(
  tx: LockedTransaction,
  organizationId: string,
  terms: TermsRow,
  term: { id: string; planName: string | null },
): Promise<void> {
  await tx
    .insert(subscription)
    .values({ organizationId, ...terms, pastDueSince: terms.status === "past_due" ? sql`clock_timestamp()` : null })
    .onConflictDoUpdate({
      target: subscription.organizationId,
      // The grace counts from the first time that it became past due.
      set: {
        ...terms,
        pastDueSince: sql`CASE WHEN ${subscription.status} = 'past_due' AND excluded.status = 'past_due'
          THEN ${subscription.pastDueSince} ELSE excluded.past_due_since END`,
      },
    });
  const { status, currency, monthlyFeeMinor, taxBasisPoints, includedChecks } = terms;
  await tx.insert(subscriptionTerm).values({
    ...term,
    organizationId,
    startsAt: sql`clock_timestamp()`,
    status,
    currency,
    monthlyFeeMinor,
    taxBasisPoints,
    includedChecks,
  });
}

/** Was anything billed or reserved at a price, or may a fee be due? Then the currency must not change. */
export async function hasMoney(db: Db, organizationId: string): Promise<boolean> {
  const [row] = await db.execute<{ has: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM billing_event WHERE organization_id = ${organizationId} AND price_minor <> 0)
      OR EXISTS (SELECT 1 FROM reservation WHERE organization_id = ${organizationId} AND price_minor <> 0 AND checks > 0
        AND until > now())
      OR EXISTS (SELECT 1 FROM subscription_term WHERE organization_id = ${organizationId} AND monthly_fee_minor <> 0
        AND status IN ('active', 'past_due')) AS has
  `);
  return row?.has === true;
}

const { id: _id, organizationId: _of, ...TERM } = getTableColumns(subscriptionTerm);

/** Lists the terms that the subscription had before a moment, the oldest first. */
export async function listTerms(db: Db, organizationId: string, before: Date) {
  return db
    .select({ ...TERM, includedChecks: sql<number>`coalesce(${TERM.includedChecks}, 0)` })
    .from(subscriptionTerm)
    .where(and(eq(subscriptionTerm.organizationId, organizationId), lt(subscriptionTerm.startsAt, before)))
    .orderBy(asc(subscriptionTerm.startsAt), asc(subscriptionTerm.id));
}
