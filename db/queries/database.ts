import { sql } from "drizzle-orm";
import type { Database, Db, Transaction } from "../client.ts";

/** Whether the login can become the owner of the ledger, whatever its current role is. A superuser can. */
export async function loginOwnsTables(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ owns: boolean }>(sql`
    SELECT pg_has_role(session_user, relowner, 'MEMBER') AS owns FROM pg_class WHERE oid = 'billing_event'::regclass`);
  return row?.owns === true;
}

/** Whether statements, and transactions without one, end by themselves. */
export async function boundsStatements(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ bounds: boolean }>(sql`
    SELECT bool_and(setting <> '0') AS bounds FROM pg_settings
    WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')`);
  return row?.bounds === true;
}

/** The database's clock, in milliseconds since 1970. */
export async function clockOf(db: Db): Promise<number> {
  const [row] = await db.execute<{ ms: number }>(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`);
  return Number(row?.ms);
}

/** Reads everything as of one moment, without a time limit for statements. */
export async function inSnapshot<Answer>(
  db: Database,
  read: (tx: Transaction, now: Date) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = 0`);
      const [row] = await tx.execute<{ now: Date }>(sql`SELECT now() AS now`);
      if (!row) throw new Error("The database did not tell the time");
      return read(tx, row.now);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** How many connections the server takes of logins that are no superusers. */
export async function connectionLimit(db: Db): Promise<number> {
  const [row] = await db.execute<{ limit: number }>(sql`
    SELECT (sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int))::int AS limit FROM pg_settings
    WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`);
  if (!row) throw new Error("The database did not tell its limit");
  return row.limit;
}

/** How many connections everybody else has open now. */
export async function countOtherConnections(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`);
  return row?.n ?? 0;
}
