import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";

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

/** The first number that was taken and that no document has; `null`: every number has its document. */
export async function findMissingNumber(db: Db): Promise<number | null> {
  const [row] = await db.execute<{ missingNumber: number | null }>(sql`
    SELECT min(n) AS "missingNumber" FROM generate_series(1, (SELECT greatest(
      (SELECT last FROM document_number WHERE series = 'documents'), (SELECT max(number) FROM invoice)))) AS n
    WHERE NOT EXISTS (SELECT 1 FROM invoice WHERE number = n)`);
  return row?.missingNumber ?? null;
}
