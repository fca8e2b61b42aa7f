import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { invoice, invoicePayment } from "../schema/invoice.ts";

export type InvoiceRow = typeof invoice.$inferSelect;

export async function insertInvoice(tx: Transaction, row: InvoiceRow): Promise<void> {
  await tx.insert(invoice).values(row);
}

/** Finds the one document of a number, an id, a month of an organization, or that credits an invoice. */
export async function findInvoice(
  db: Db,
  by: { number: number } | { id: string } | { creditsId: string } | { organizationId: string; period: string },
): Promise<InvoiceRow | null> {
  const conditions = Object.entries(by).map(([name, value]) => eq(invoice[name as keyof InvoiceRow], value));
  const [row] = await db
    .select()
    .from(invoice)
    .where(and(...conditions));
  return row ?? null;
}

/** Lists documents, the latest first. Without an organization: those of all. */
export async function selectInvoices(db: Db, organizationId: string | null) {
  const credit = sql<number | null>`(SELECT c.number FROM invoice c WHERE c.credits_id = ${invoice.id})`;
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

/** Lists an organization's documents, the oldest first. */
export async function listDocumentsOf(db: Db, organizationId: string): Promise<InvoiceRow[]> {
  return db.select().from(invoice).where(eq(invoice.organizationId, organizationId)).orderBy(asc(invoice.number));
}

/** False: the invoice was paid before. */
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

/** Takes the next number, and locks the series until the transaction ends. A transaction that fails gives the number back. */
export async function takeNumber(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ last: number }>(sql`
    UPDATE document_number SET last = last + 1 WHERE series = 'documents' RETURNING last`);
  if (!row) throw new Error("There is no series of documents");
  return row.last;
}

export async function lockNumbers(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM document_number WHERE series = 'documents' FOR UPDATE`);
}

/** Finds the first number that was taken and that no document has; `null`: every number has its document. */
export async function findMissingNumber(db: Db): Promise<number | null> {
  const [row] = await db.execute<{ missingNumber: number | null }>(sql`
    SELECT min(n) AS "missingNumber" FROM generate_series(1, (SELECT greatest(
      (SELECT last FROM document_number WHERE series = 'documents'), (SELECT max(number) FROM invoice)))) AS n
    WHERE NOT EXISTS (SELECT 1 FROM invoice WHERE number = n)`);
  return row?.missingNumber ?? null;
}
