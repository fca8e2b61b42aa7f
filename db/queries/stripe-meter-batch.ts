import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { billingEvent, ledgerChain, ledgerSeal } from "../schema/ledger.ts";
import { stripeCustomer, stripeMeterBatch, subscriptionSpan } from "../schema/stripe.ts";
import { columnsOf, jsonb, milliseconds } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

type Row = typeof stripeMeterBatch.$inferSelect;

export type NewBatch = Omit<Row, "organizationId" | "number" | "sentAt" | "givenUpAt">;

export type WaitingBatch = NewBatch & { organizationId: string; number: number };

/** Lists customers with ledger rows that are in no batch yet, or with batches that wait. */
export async function listMetered(db: Db): Promise<{ organizationId: string; customerId: string }[]> {
  return db.execute(sql`
    SELECT organization_id AS "organizationId", customer_id AS "customerId" FROM ${stripeCustomer} c
    WHERE EXISTS (SELECT 1 FROM ${subscriptionSpan} p WHERE p.organization_id = c.organization_id) AND (
      EXISTS (SELECT 1 FROM ${ledgerChain} s WHERE s.organization_id = c.organization_id AND s.position > c.sent_position)
      OR EXISTS (SELECT 1 FROM ${stripeMeterBatch} b WHERE b.organization_id = c.organization_id AND ${isWaiting}))`);
}

const isWaiting = sql`b.sent_at IS NULL AND b.given_up_at IS NULL`;

/** Tells how much is in batches, and locks the customer, so that one process makes them. `null`: no customer. */
export async function lockMeter(tx: Transaction, organizationId: string) {
  const [row] = await tx
    .select(columnsOf(stripeCustomer, "sentPosition", "rereadTo", "rereadSince"))
    .from(stripeCustomer)
    .where(sql`${stripeCustomer.organizationId} = ${organizationId}`)
    .for("update");
  return row ?? null;
}

/** Lists the rows of the ledger after this position, in the chain's order. */
export async function listSealed(db: Db, organizationId: string, after: number, limit: number) {
  return db
    .select({
      position: ledgerSeal.position,
      ...columnsOf(billingEvent, "provider", "priceMinor", "currency", "createdAt", "creditNoteId"),
    })
    .from(ledgerSeal)
    .innerJoin(billingEvent, sql`${billingEvent.id} = ${ledgerSeal.eventId}`)
    .where(sql`${ledgerSeal.organizationId} = ${organizationId} AND ${ledgerSeal.position} > ${after}`)
    .orderBy(ledgerSeal.position)
    .limit(limit);
}

/**
 * Each batch gets the next number of its hour and price. After a restore, Stripe may have batches of the same hour that this
 * database does not know, so the numbers of newer rows start above all that were given before: the clock, in tens of
 * seconds. The rows up to `position` are then in batches. Call `lockMeter`
 * first.
 */
export async function insertBatches(
  tx: Transaction,
  organizationId: string,
  batches: readonly NewBatch[],
  position: number,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO stripe_meter_batch (organization_id, hour, provider, unit_minor, number, currency, quantity, at)
    SELECT ${organizationId}, b.hour, b.provider, b."unitMinor", 1 + greatest(0, (
      SELECT max(m.number) FROM stripe_meter_batch m
      WHERE m.organization_id = ${organizationId} AND m.hour = b.hour AND m.provider = b.provider AND m.unit_minor = b."unitMinor"),
      (SELECT extract(epoch FROM max(r.created_at))::bigint / 10 FROM restore r WHERE r.created_at < b.at)),
      b.currency, b.quantity, b.at
    FROM jsonb_to_recordset(${jsonb(batches)})
      AS b(hour timestamptz, provider text, "unitMinor" int, currency text, quantity int, at timestamptz)`);
  await tx.execute(
    sql`UPDATE stripe_customer SET sent_position = ${position} WHERE organization_id = ${organizationId}`,
  );
}

/** Lists batches that Stripe does not have yet, the oldest first. */
export async function listWaiting(db: Db, organizationId: string, limit: number): Promise<WaitingBatch[]> {
  return db.execute<WaitingBatch>(sql`
    SELECT organization_id AS "organizationId", hour, provider, unit_minor AS "unitMinor", number, currency, quantity, at
    FROM stripe_meter_batch b WHERE organization_id = ${organizationId} AND ${isWaiting}
    ORDER BY at, hour, provider, unit_minor, number LIMIT ${limit}`);
}

/** Stores that Stripe has the batch. */
export async function markSent(db: Db, batch: WaitingBatch): Promise<void> {
  await db.execute(
    sql`UPDATE stripe_meter_batch b SET sent_at = clock_timestamp() WHERE ${isBatch(batch)} AND ${isWaiting}`,
  );
}

/** Stores that Stripe no longer takes the batch. Our own invoice of the current month then lists it. */
export async function giveUp(tx: LockedTransaction, batch: WaitingBatch): Promise<void> {
  await tx.execute(
    sql`UPDATE stripe_meter_batch b SET given_up_at = clock_timestamp() WHERE ${isBatch(batch)} AND ${isWaiting}`,
  );
}

/** Marks the waiting batches of which the youngest row is older than `ms`, and returns them. */
export async function markUnrecognizedSent(db: Db, ms: number): Promise<WaitingBatch[]> {
  return db.execute<WaitingBatch>(sql`
    UPDATE stripe_meter_batch b SET sent_at = clock_timestamp() WHERE ${isWaiting} AND b.at < now() - ${milliseconds(ms)}
    RETURNING organization_id AS "organizationId", hour, provider, unit_minor AS "unitMinor", number, currency, quantity, at`);
}

function isBatch({ organizationId, hour, provider, unitMinor, number }: WaitingBatch) {
  return sql`b.organization_id = ${organizationId} AND b.hour = ${hour.toISOString()}::timestamptz AND b.provider = ${provider}
    AND b.unit_minor = ${unitMinor} AND b.number = ${number}`;
}
