import { and, asc, eq, getTableColumns, lt, sql } from "drizzle-orm";
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

export async function setIncluded(
  tx: LockedTransaction,
  organizationId: string,
  includedPeriod: string,
  includedInPeriod: number,
): Promise<void> {
  const set = { includedPeriod, includedInPeriod };
  await tx.update(subscription).set(set).where(eq(subscription.organizationId, organizationId));
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
