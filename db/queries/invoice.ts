import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { closedMonth, invoice, invoicePayment, subscriptionTerm } from "../schema/billing.ts";
import { organizationsIn } from "./ledger.ts";

export type LedgerGroup = {
  provider: "s" | "b";
  basis: "price" | "included" | "over_cap" | "test" | "no_terms" | null;
  unitMinor: number;
  quantity: number;
  amountMinor: number;
  isReversal: boolean;
  currency: string;
};

type Spans = readonly { since: Date; until: Date | null }[];

/** A month's live rows, summed by what an invoice tells apart; those on a credit note, and within a span of Stripe's, are left out. */
export async function sumMonth(
  db: Db,
  organizationId: string,
  from: Date,
  to: Date,
  stripes: Spans,
): Promise<LedgerGroup[]> {
  return groups(
    db,
    sql`organization_id = ${organizationId} AND created_at >= ${from.toISOString()}::timestamptz
      AND created_at < ${to.toISOString()}::timestamptz AND mode = 'live' AND credit_note_id IS NULL ${outside(stripes)}`,
  );
}

/** The rows that stand on a credit note, summed the same way. */
export async function sumCredit(db: Db, organizationId: string, creditNoteId: string): Promise<LedgerGroup[]> {
  return groups(db, sql`organization_id = ${organizationId} AND credit_note_id = ${creditNoteId}`);
}

function outside(stripes: Spans) {
  const each = stripes.map(
    ({ since, until }) =>
      sql`AND NOT (created_at >= ${since.toISOString()}::timestamptz AND created_at < ${until?.toISOString() ?? "infinity"}::timestamptz)`,
  );
  return sql.join(each, sql` `);
}

async function groups(db: Db, which: ReturnType<typeof sql>): Promise<LedgerGroup[]> {
  const rows = await db.execute<
    Omit<LedgerGroup, "quantity" | "amountMinor"> & { quantity: string; amountMinor: string }
  >(sql`
    SELECT provider, basis, price_minor AS "unitMinor", count(*) AS quantity, sum(price_minor) AS "amountMinor",
      reverses IS NOT NULL AS "isReversal", currency
    FROM billing_event WHERE ${which} GROUP BY provider, basis, price_minor, reverses IS NOT NULL, currency`);
  return rows.map((row) => ({ ...row, quantity: Number(row.quantity), amountMinor: Number(row.amountMinor) }));
}

/** What its subscription was, the first first, as far as a moment knows. */
export async function listTerms(db: Db, organizationId: string, before: Date) {
  return db
    .select({
      startsAt: subscriptionTerm.startsAt,
      status: subscriptionTerm.status,
      planName: subscriptionTerm.planName,
      currency: subscriptionTerm.currency,
      monthlyFeeMinor: subscriptionTerm.monthlyFeeMinor,
      taxBasisPoints: subscriptionTerm.taxBasisPoints,
    })
    .from(subscriptionTerm)
    .where(and(eq(subscriptionTerm.organizationId, organizationId), lt(subscriptionTerm.startsAt, before)))
    .orderBy(asc(subscriptionTerm.startsAt), asc(subscriptionTerm.id));
}

/**
 * Whoever may owe something for a month: with live rows in it, or a fee that held before its end. Of whom all of it is
 * Stripe's to collect, nothing is owed here.
 */
export async function listDebtors(db: Db, from: Date, to: Date): Promise<string[]> {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const rows = await db.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT id FROM ${organizationsIn("billing_event")} AS known WHERE EXISTS (
        SELECT 1 FROM billing_event WHERE organization_id = known.id AND created_at >= ${start}::timestamptz
          AND created_at < ${end}::timestamptz AND mode = 'live')
      UNION
      SELECT organization_id FROM subscription_term WHERE monthly_fee_minor > 0 AND starts_at < ${end}::timestamptz
    ) AS owing
    WHERE NOT EXISTS (
      SELECT 1 FROM stripe_customer WHERE organization_id = owing.id AND subscribed_at <= ${start}::timestamptz
        AND (ended_at IS NULL OR ended_at >= ${end}::timestamptz))`);
  return rows.map(({ id }) => id);
}

/** The first month that is not closed and that something happened in; `null`: nothing ever did. By the database's clock, also which month it is. */
export async function readCalendar(db: Db): Promise<{ today: Date; firstOpen: string | null }> {
  const [row] = await db.execute<{ today: string; first: string | null }>(sql`
    SELECT clock_timestamp() AS today, coalesce(
      (SELECT (max(period) + interval '1 month')::date FROM closed_month),
      (SELECT date_trunc('month', least(
        (SELECT min(period)::timestamptz FROM usage_counter), (SELECT min(starts_at) FROM subscription_term)), 'UTC')::date)
    )::text AS first`);
  if (!row) throw new Error("The database did not tell the time");
  return { today: new Date(row.today), firstOpen: row.first };
}

export async function insertClosedMonth(db: Db, period: string): Promise<void> {
  await db.insert(closedMonth).values({ period }).onConflictDoNothing();
}

/** The gate of numbering: whoever holds it issues the next document, and gives it back with the commit. */
export async function takeNumber(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ last: string }>(sql`
    UPDATE document_number SET last = last + 1 WHERE series = 'documents' RETURNING last`);
  if (!row) throw new Error("There is no series of documents");
  return Number(row.last);
}

/** For what is as large as its customer: a month of a million checks, or a day's to look through, and nobody waits for it. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx.execute(sql`SET LOCAL statement_timeout = '60s'`);
}

export async function lockNumbers(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM document_number WHERE series = 'documents' FOR UPDATE`);
}

export type InvoiceRow = typeof invoice.$inferSelect;
export type NewInvoice = typeof invoice.$inferInsert;

export async function insertInvoice(tx: Transaction, row: NewInvoice): Promise<void> {
  await tx.insert(invoice).values(row);
}

export async function findInvoiceOf(db: Db, organizationId: string, period: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoice)
    .where(and(eq(invoice.organizationId, organizationId), eq(invoice.period, period)));
  return row ?? null;
}

export async function findCreditOf(db: Db, invoiceId: string): Promise<InvoiceRow | null> {
  const [row] = await db.select().from(invoice).where(eq(invoice.creditsId, invoiceId));
  return row ?? null;
}

export async function findInvoice(db: Db, by: { number: number } | { id: string }): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoice)
    .where("id" in by ? eq(invoice.id, by.id) : eq(invoice.number, by.number));
  return row ?? null;
}

/** The latest first. Without an organization: everybody's. */
export async function listInvoices(db: Db, organizationId: string | null) {
  const credit = sql<number | null>`(SELECT c.number FROM invoice c WHERE c.credits_id = ${invoice.id})`.mapWith(
    Number,
  );
  return db
    .select({
      id: invoice.id,
      number: invoice.number,
      prefix: invoice.prefix,
      kind: invoice.kind,
      organizationId: invoice.organizationId,
      period: invoice.period,
      issuedAt: invoice.issuedAt,
      dueOn: invoice.dueOn,
      currency: invoice.currency,
      totalMinor: invoice.totalMinor,
      paidAt: invoicePayment.paidAt,
      creditedBy: credit,
    })
    .from(invoice)
    .leftJoin(invoicePayment, eq(invoicePayment.invoiceId, invoice.id))
    .where(organizationId === null ? undefined : eq(invoice.organizationId, organizationId))
    .orderBy(desc(invoice.number));
}

/** An organization's documents, the first first. */
export async function listDocumentsOf(db: Db, organizationId: string): Promise<InvoiceRow[]> {
  return db.select().from(invoice).where(eq(invoice.organizationId, organizationId)).orderBy(asc(invoice.number));
}

/** The first number that was given and that no document has; `null`: there is no gap. */
export async function findFirstGap(db: Db): Promise<number | null> {
  const [row] = await db.execute<{ gap: string | null }>(sql`
    SELECT min(n) AS gap FROM generate_series(1, (SELECT greatest(
      (SELECT last FROM document_number WHERE series = 'documents'), (SELECT max(number) FROM invoice)))) AS n
    WHERE NOT EXISTS (SELECT 1 FROM invoice WHERE number = n)`);
  return row?.gap == null ? null : Number(row.gap);
}

/** False: it was paid before. */
export async function insertPayment(db: Db, row: { invoiceId: string; actor: string; note: string }): Promise<boolean> {
  const rows = await db
    .insert(invoicePayment)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: invoicePayment.invoiceId });
  return rows.length > 0;
}

export async function findPayment(db: Db, invoiceId: string) {
  const [row] = await db.select().from(invoicePayment).where(eq(invoicePayment.invoiceId, invoiceId));
  return row ?? null;
}

/** Name and address as an invoice writes them, also of one that is gone; `null`: nobody knows it. */
export async function findBuyer(db: Db, organizationId: string): Promise<string | null> {
  const [row] = await db.execute<{ buyer: string }>(sql`
    SELECT concat_ws(E'\n', name, legal_address) AS buyer FROM (
      SELECT name, legal_address FROM organization WHERE id = ${organizationId}
      UNION ALL SELECT name, legal_address FROM former_organization WHERE id = ${organizationId} LIMIT 1
    ) AS known`);
  return row?.buyer ?? null;
}

/** Remembers what invoices must still say of an organization that is about to go, and that its fee ends now. */
export async function rememberOrganization(tx: Transaction, organizationId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO subscription_term (id, organization_id, starts_at, status, plan_name, currency, monthly_fee_minor, tax_basis_points)
    SELECT gen_random_uuid(), organization_id, clock_timestamp(), 'canceled', plan_name, currency, monthly_fee_minor, tax_basis_points
    FROM subscription_term WHERE organization_id = ${organizationId} ORDER BY starts_at DESC, id DESC LIMIT 1`);
  await tx.execute(sql`
    INSERT INTO former_organization (id, name, legal_address) SELECT id, name, legal_address FROM organization WHERE id = ${organizationId}
    ON CONFLICT DO NOTHING`);
}

/**
 * Takes back whatever of a month costs something and was not taken back yet, on a credit note. Each row at its own moment:
 * a million at the same one would have to be put in order whenever some of them are sealed. They are of no month: neither its
 * usage nor its cap knows them.
 */
export async function reverseMonth(
  tx: Transaction,
  { organizationId, from, to, stripes, creditNoteId, reason, actor }: Reversal,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, basis, price_minor, currency, host, created_at, reverses, reason, actor, credit_note_id)
    SELECT gen_random_uuid(), organization_id, plugin_key_id, provider, mode, basis, -price_minor, currency, host,
      date_trunc('milliseconds', clock_timestamp()), verification_id, ${reason}, ${actor}, ${creditNoteId}
    FROM billing_event
    WHERE organization_id = ${organizationId} AND created_at >= ${from.toISOString()}::timestamptz
      AND created_at < ${to.toISOString()}::timestamptz AND mode = 'live' AND price_minor > 0 AND reverses IS NULL
      ${outside(stripes)}
    ON CONFLICT (reverses) WHERE reverses IS NOT NULL DO NOTHING`);
}

type Reversal = {
  organizationId: string;
  from: Date;
  to: Date;
  stripes: Spans;
  creditNoteId: string;
  reason: string;
  actor: string;
};
