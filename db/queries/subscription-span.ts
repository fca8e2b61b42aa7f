import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { milliseconds } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

/** When Stripe collects what an organization owes; `until` is `null` while it still does. */
export type SpanRow = { since: Date; until: Date | null };

/** Lists all spans of an organization, the oldest first: an invoice of long ago is computed again from them. */
export async function listSpans(db: Db, organizationId: string): Promise<SpanRow[]> {
  return db.execute<SpanRow>(sql`
    SELECT since, until FROM subscription_span WHERE organization_id = ${organizationId} ORDER BY since`);
}

export type EndedSpan = { organizationId: string; subscriptionId: string; since: Date; until: Date };

/** Lists the spans that ended `ms` ago and are not settled, of customers whose whole ledger is in batches that do not wait. */
export async function listUnsettled(db: Db, ms: number): Promise<EndedSpan[]> {
  return db.execute<EndedSpan>(sql`
    SELECT p.organization_id AS "organizationId", p.subscription_id AS "subscriptionId", p.since, p.until
    FROM subscription_span p JOIN stripe_customer c ON c.organization_id = p.organization_id
    WHERE p.until < now() - ${milliseconds(ms)} AND p.settled_at IS NULL AND p.subscription_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ledger_chain l WHERE l.organization_id = c.organization_id AND l.position > c.sent_position)
      AND NOT EXISTS (SELECT 1 FROM stripe_meter_batch b
        WHERE b.organization_id = c.organization_id AND b.sent_at IS NULL AND b.given_up_at IS NULL)
    ORDER BY p.until`);
}

/** Sums what Stripe's meter was sent of a time, in minor units. */
export async function sumSent(db: Db, organizationId: string, from: Date, to: Date) {
  const [row] = await db.execute<{ minor: number; currency: string }>(sql`
    SELECT sum(unit_minor::bigint * quantity)::float8 AS minor, currency FROM stripe_meter_batch
    WHERE ${isSentIn(organizationId, from, to)} GROUP BY currency`);
  return row ?? null;
}

/** Ends the settlement of a span. False: another process has ended it. */
export async function markSettled(
  tx: LockedTransaction,
  { organizationId, since }: Pick<EndedSpan, "organizationId" | "since">,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    UPDATE subscription_span SET settled_at = clock_timestamp()
    WHERE organization_id = ${organizationId} AND since = ${since.toISOString()}::timestamptz AND settled_at IS NULL RETURNING 1`);
  return rows.length > 0;
}

/** Stores that no invoice of Stripe's will have what was sent of a time. Our own invoice of the current month then lists it. */
export async function giveUpSent(tx: LockedTransaction, organizationId: string, from: Date, to: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE stripe_meter_batch SET sent_at = NULL, given_up_at = clock_timestamp() WHERE ${isSentIn(organizationId, from, to)}`);
}

function isSentIn(organizationId: string, from: Date, to: Date) {
  return sql`organization_id = ${organizationId} AND sent_at IS NOT NULL AND at >= ${from.toISOString()}::timestamptz
    AND at < ${to.toISOString()}::timestamptz`;
}
