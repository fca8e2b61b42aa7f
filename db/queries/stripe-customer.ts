import { eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { auditEvent } from "../schema/audit-event.ts";
import { billingEvent, ledgerSeal } from "../schema/ledger.ts";
import { stripeCustomer, stripeEvent } from "../schema/stripe.ts";

/** `subscriptionId`: the one that is followed; `null`: none was bought yet. */
export type StripeCustomerRow = {
  organizationId: string;
  customerId: string;
  subscriptionId: string | null;
  subscribedAt: Date | null;
  endedAt: Date | null;
};

const CUSTOMER = {
  organizationId: stripeCustomer.organizationId,
  customerId: stripeCustomer.customerId,
  subscriptionId: stripeCustomer.subscriptionId,
  subscribedAt: stripeCustomer.subscribedAt,
  endedAt: stripeCustomer.endedAt,
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

/** One look at a customer after the other, so that what was seen earlier is never written later. */
export async function lockStripeCustomer(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('stripe_customer'), hashtext(${customerId}))`);
}

/** Follows this subscription from now on. Where a span begins, the ledger is told again from there on. */
export async function setFollowed(
  tx: Transaction,
  organizationId: string,
  subscriptionId: string,
  span: StripeSpan,
): Promise<void> {
  const since = sql`${span.since.toISOString()}::timestamptz`;
  const toldBefore = sql`(SELECT min(s.position) - 1 FROM ${billingEvent} e JOIN ${ledgerSeal} s ON s.event_id = e.verification_id
    WHERE e.organization_id = ${organizationId} AND e.created_at >= ${since})`;
  const [sent, isSame] = [stripeCustomer.sentPosition, sql`${stripeCustomer.subscribedAt} = ${since}`];
  await tx
    .update(stripeCustomer)
    .set({
      subscriptionId,
      subscribedAt: span.since,
      endedAt: span.until,
      sentPosition: sql`CASE WHEN ${isSame} THEN ${sent} ELSE least(${sent}, ${toldBefore}) END`,
      rereadTo: sql`CASE WHEN ${isSame} THEN ${stripeCustomer.rereadTo} ELSE greatest(${stripeCustomer.rereadTo}, ${sent}) END`,
      rereadSince: sql`CASE WHEN ${isSame} THEN ${stripeCustomer.rereadSince} WHEN ${sent} < ${stripeCustomer.rereadTo}
        THEN least(${stripeCustomer.rereadSince}, ${since}) ELSE ${since} END`,
    })
    .where(eq(stripeCustomer.organizationId, organizationId));
}

type StripeSpan = { since: Date; until: Date | null };

/**
 * What was or is Stripe's to collect, the first first. An earlier span is remembered by the audit log, which wrote it down when
 * the next one began: an invoice of long ago is computed again by it.
 */
export async function listSpans(db: Db, organizationId: string): Promise<StripeSpan[]> {
  const rows = await db.execute<{ since: string; until: string | null }>(sql`
    SELECT subscribed_at AS since, ended_at AS until FROM ${stripeCustomer}
    WHERE organization_id = ${organizationId} AND subscribed_at IS NOT NULL
    UNION ALL
    SELECT (before->>'stripeSubscribedAt')::timestamptz, (before->>'stripeEndedAt')::timestamptz FROM ${auditEvent}
    WHERE organization_id = ${organizationId} AND action = 'subscription.followed' AND before->>'stripeEndedAt' IS NOT NULL
    ORDER BY since`);
  return rows.map(({ since, until }) => ({ since: new Date(since), until: until === null ? null : new Date(until) }));
}

/** False: it took effect before. Another delivery of it waits here for the outcome of this one. */
export async function insertStripeEvent(tx: Transaction, event: { id: string; type: string }): Promise<boolean> {
  const [row] = await tx.insert(stripeEvent).values(event).onConflictDoNothing().returning({ id: stripeEvent.id });
  return row !== undefined;
}
