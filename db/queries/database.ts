import { sql } from "drizzle-orm";
import type { Database, Db, Transaction } from "../client.ts";
import { SESSION } from "../session.ts";
import { jsonb } from "../sql.ts";

/** Can the login become the owner of the ledger, whatever its current role is? A superuser can. */
export async function loginOwnsTables(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ owns: boolean }>(sql`
    SELECT pg_has_role(session_user, relowner, 'MEMBER') AS owns FROM pg_class WHERE oid = 'billing_event'::regclass`);
  return row?.owns === true;
}

/** Do statements, and transactions without one, end by themselves? */
export async function boundsStatements(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ bounds: boolean }>(sql`
    SELECT bool_and(setting <> '0') AS bounds FROM pg_settings
    WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')`);
  return row?.bounds === true;
}

/** Says what this session has otherwise than each connection of ours must: a pooler passes some settings on, and keeps the others. */
export async function straySettings(db: Db): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    SELECT wanted.name FROM jsonb_each_text(${jsonb(SESSION)}) AS wanted(name, value)
    JOIN pg_settings s ON s.name = wanted.name
    WHERE s.setting NOT IN (wanted.value, CASE wanted.name WHEN 'search_path' THEN '"$user", public' ELSE wanted.value END)
    ORDER BY 1`);
  return rows.map(({ name }) => name);
}

/** Reads the database's clock, in milliseconds since 1970. */
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

/** Says how many connections are taken of a limit, and how many logins may take that are no superusers. */
export type Connections = { of: "server" | "database" | "login"; taken: number; allowed: number };

/** Reads the limits of server, database and login for our connections, and everybody's sessions. */
export function readConnections(db: Db): Promise<Connections[]> {
  return db.execute<Connections>(sql`
    WITH client AS (
      SELECT datid, usesysid FROM pg_stat_activity
      WHERE datid IS NOT NULL AND usesysid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend')
    SELECT 'server' AS of, (SELECT count(*)::int FROM client) AS taken,
      (SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int)::int FROM pg_settings
        WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')) AS allowed
    UNION ALL SELECT 'database', (SELECT count(*)::int FROM client WHERE datid = d.oid), d.datconnlimit
      FROM pg_database d WHERE d.datname = current_database() AND d.datconnlimit >= 0
    UNION ALL SELECT 'login', (SELECT count(*)::int FROM client WHERE usesysid = r.oid), r.rolconnlimit
      FROM pg_roles r WHERE r.rolname = session_user AND r.rolconnlimit >= 0`);
}
