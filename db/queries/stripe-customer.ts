import { asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { stripeCustomer, stripeEvent, subscriptionSpan } from "../schema/stripe.ts";
import { idsSince } from "./billing-event.ts";
import type { LockedTransaction } from "./organization-lock.ts";
import { listSpans, type SpanRow } from "./subscription-span.ts";

/**
 * `subscriptionId`: the subscription that we follow; `null`: none was bought yet. `isBuying`: opened a Checkout page in the last
 * two days. `span`: the last one; `null`: there was none.
 */
export type StripeCustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

/** A Checkout page is open for a day at most. */
const IS_BUYING = sql<boolean>`coalesce(${stripeCustomer.checkoutAt} > now() - interval '2 days', false)`;

export async function findStripeCustomer(db: Db, organizationId: string): Promise<StripeCustomerRow | null> {
  return findCustomer(db, eq(stripeCustomer.organizationId, organizationId));
}

export async function findByCustomerId(db: Db, customerId: string): Promise<StripeCustomerRow | null> {
  return findCustomer(db, eq(stripeCustomer.customerId, customerId));
}

async function findCustomer(db: Db, isAsked: SQL) {
  const { organizationId, customerId, subscriptionId } = stripeCustomer;
  const [row] = await db
    .select({ organizationId, customerId, subscriptionId, isBuying: IS_BUYING })
    .from(stripeCustomer)
    .where(isAsked);
  return row ? { ...row, span: (await listSpans(db, row.organizationId)).at(-1) ?? null } : null;
}

/** An organization has one customer: a second one is not stored. */
export async function insertStripeCustomer(db: Db, organizationId: string, customerId: string): Promise<void> {
  await db
    .insert(stripeCustomer)
    .values({ organizationId, customerId })
    .onConflictDoNothing({ target: stripeCustomer.organizationId });
}

/** Lists the customers of whom Stripe may have news: those for whom it collects, and those who are buying. */
export async function listFollowed(db: Db): Promise<string[]> {
  const isOpen = sql`EXISTS (SELECT 1 FROM ${subscriptionSpan}
    WHERE ${subscriptionSpan.organizationId} = ${stripeCustomer.organizationId} AND ${subscriptionSpan.until} IS NULL)`;
  const rows = await db
    .select({ id: stripeCustomer.customerId })
    .from(stripeCustomer)
    .where(or(IS_BUYING, isOpen))
    .orderBy(asc(stripeCustomer.customerId));
  return rows.map(({ id }) => id);
}

/** Stores that a Checkout page is about to be opened. */
export async function noteCheckout(db: Db, organizationId: string): Promise<void> {
  await db
    .update(stripeCustomer)
    .set({ checkoutAt: sql`now()` })
    .where(eq(stripeCustomer.organizationId, organizationId));
}

/** Serializes looks at one customer, so that an older answer of Stripe is never written over a newer one, and nothing is bought twice. */
export async function lockStripeCustomer(tx: Transaction, customerId: string): Promise<void> {
  // Between two statements, Stripe is asked more than once.
  await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '30s'`);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('stripe_customer'), hashtext(${customerId}))`);
}

/** Follows this subscription; `before`: the span until now. From another span's start the ledger is sent again. */
export async function setFollowed(
  tx: LockedTransaction,
  organizationId: string,
  subscriptionId: string,
  { before, span }: { before: (SpanRow & { subscriptionId: string | null }) | null; span: SpanRow },
): Promise<void> {
  const since = sql`${span.since.toISOString()}::timestamptz`;
  const sentBefore = sql`(SELECT min(s.position) - 1 FROM billing_event e JOIN ledger_seal s ON s.event_id = e.verification_id
    WHERE e.organization_id = ${organizationId} AND e.created_at >= ${since} AND ${idsSince(span.since)})`;
  const isKnown = sql`EXISTS (SELECT 1 FROM subscription_span WHERE organization_id = ${organizationId} AND since = ${since})`;
  const sent = stripeCustomer.sentPosition;
  await tx
    .update(stripeCustomer)
    .set({
      subscriptionId,
      sentPosition: sql`CASE WHEN ${isKnown} THEN ${sent} ELSE least(${sent}, ${sentBefore}) END`,
      rereadTo: sql`CASE WHEN ${isKnown} THEN ${stripeCustomer.rereadTo} ELSE greatest(${stripeCustomer.rereadTo}, ${sent}) END`,
      rereadSince: sql`CASE WHEN ${isKnown} THEN ${stripeCustomer.rereadSince} WHEN ${sent} < ${stripeCustomer.rereadTo}
        THEN least(${stripeCustomer.rereadSince}, ${since}) ELSE ${since} END`,
    })
    .where(eq(stripeCustomer.organizationId, organizationId));
  if (before !== null) await setSpan(tx, { organizationId, ...before });
  await setSpan(tx, { organizationId, ...span, subscriptionId });
}

async function setSpan(tx: Transaction, row: SpanRow & { organizationId: string; subscriptionId: string | null }) {
  const { until, subscriptionId } = row;
  await tx
    .insert(subscriptionSpan)
    .values(row)
    .onConflictDoUpdate({
      target: [subscriptionSpan.organizationId, subscriptionSpan.since],
      set: { until, subscriptionId },
    });
}

/** False: the event took effect before. A concurrent delivery of the same event waits here until this transaction ends. */
export async function insertStripeEvent(db: Db, event: { id: string; type: string }): Promise<boolean> {
  const [row] = await db.insert(stripeEvent).values(event).onConflictDoNothing().returning({ id: stripeEvent.id });
  return row !== undefined;
}
