import { and, asc, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { billingEvent, ledgerSeal, stripeCustomer, stripeEvent } from "../schema/billing.ts";

/** `subscriptionId`: the one that is followed; `null`: none was bought yet. */
export type StripeCustomerRow = { organizationId: string; customerId: string; subscriptionId: string | null };

const CUSTOMER = {
  organizationId: stripeCustomer.organizationId,
  customerId: stripeCustomer.customerId,
  subscriptionId: stripeCustomer.subscriptionId,
};

export async function findStripeCustomer(db: Db, organizationId: string): Promise<StripeCustomerRow | null> {
  const [row] = await db.select(CUSTOMER).from(stripeCustomer).where(eq(stripeCustomer.organizationId, organizationId));
  return row ?? null;
}

export async function findByCustomerId(db: Db, customerId: string): Promise<StripeCustomerRow | null> {
  const [row] = await db.select(CUSTOMER).from(stripeCustomer).where(eq(stripeCustomer.customerId, customerId));
  return row ?? null;
}

/** An organization is one customer: whichever was first. */
export async function insertStripeCustomer(db: Db, organizationId: string, customerId: string): Promise<void> {
  await db
    .insert(stripeCustomer)
    .values({ organizationId, customerId })
    .onConflictDoNothing({ target: stripeCustomer.organizationId });
}

/** False: it took effect before. Another delivery of it waits here for the outcome of this one. */
export async function insertStripeEvent(tx: Transaction, event: { id: string; type: string }): Promise<boolean> {
  const [row] = await tx.insert(stripeEvent).values(event).onConflictDoNothing().returning({ id: stripeEvent.id });
  return row !== undefined;
}

/** One look at a customer after the other, so that what was seen earlier is never written later. */
export async function lockStripeCustomer(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('stripe_customer'), hashtext(${customerId}))`);
}

/**
 * Follows this subscription from now on. Of the first one, the ledger is told from when it began: what was checked before
 * that is invoiced as it was agreed then.
 */
export async function setFollowed(
  tx: Transaction,
  organizationId: string,
  subscriptionId: string,
  startedAt: Date,
): Promise<void> {
  const toldBefore = sql`coalesce(
    (SELECT min(s.position) - 1 FROM ${billingEvent} e JOIN ${ledgerSeal} s ON s.event_id = e.verification_id
      WHERE e.organization_id = ${organizationId} AND e.created_at >= ${startedAt.toISOString()}::timestamptz),
    (SELECT max(position) FROM ${ledgerSeal} WHERE organization_id = ${organizationId}), 0)`;
  await tx
    .update(stripeCustomer)
    .set({
      subscriptionId,
      sentPosition: sql`CASE WHEN ${stripeCustomer.subscriptionId} IS NULL THEN ${toldBefore} ELSE ${stripeCustomer.sentPosition} END`,
    })
    .where(eq(stripeCustomer.organizationId, organizationId));
}

/** Whoever has subscribed, and whose ledger goes further than Stripe was told. */
export async function listUntold(db: Db) {
  const goesFurther = sql`EXISTS (SELECT 1 FROM ${ledgerSeal} s
    WHERE s.organization_id = ${stripeCustomer.organizationId} AND s.position > ${stripeCustomer.sentPosition})`;
  return db
    .select({
      organizationId: stripeCustomer.organizationId,
      customerId: stripeCustomer.customerId,
      sentPosition: stripeCustomer.sentPosition,
    })
    .from(stripeCustomer)
    .where(and(isNotNull(stripeCustomer.subscriptionId), goesFurther));
}

/** The ledger after this position of its chain, in the chain's order. */
export async function listSealed(db: Db, organizationId: string, after: number, limit: number) {
  return db
    .select({
      position: ledgerSeal.position,
      id: billingEvent.id,
      priceMinor: billingEvent.priceMinor,
      createdAt: billingEvent.createdAt,
    })
    .from(ledgerSeal)
    .innerJoin(billingEvent, eq(billingEvent.id, ledgerSeal.eventId))
    .where(and(eq(ledgerSeal.organizationId, organizationId), gt(ledgerSeal.position, after)))
    .orderBy(asc(ledgerSeal.position))
    .limit(limit);
}

/** Never back: of two that send at once, the one that is behind takes nothing away. */
export async function markSent(db: Db, organizationId: string, position: number): Promise<void> {
  await db
    .update(stripeCustomer)
    .set({ sentPosition: position })
    .where(and(eq(stripeCustomer.organizationId, organizationId), lt(stripeCustomer.sentPosition, position)));
}
