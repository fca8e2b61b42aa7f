import { setTimeout as pause } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

const LOCK = 4_283_001;
/** Who waits to change a table keeps everybody waiting who comes after, so a migration waits for so long at a time. */
const WAITS_MS = 400;
/** In between, those who came after are served. */
const LETS_OTHERS_MS = 600;
const GIVES_UP_AFTER_MS = 600_000;
const FOLDER = { migrationsFolder: `${import.meta.dirname}/migrations` };

/**
 * Brings the database at `url` to this version, as the login of the URL (the owner of the tables).
 * Replicas that start together take turns: one advisory lock, held by the one connection that migrates. `login`: whom the app
 * logs in as; it is let work as the app's role.
 */
export async function migrate(url: string, login = ""): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    await client`SELECT pg_advisory_lock(${LOCK})`;
    const [dialect, migrations] = [new PgDialect(), readMigrationFiles(FOLDER)];
    const { session } = drizzle(client, { schema: {} })._;
    // One transaction each. In a common one the second would wait for a table while the first's is still locked, and of
    // the callers whom the old version serves meanwhile, some hold the one and wait for the other.
    await client`SELECT set_config('lock_timeout', ${`${WAITS_MS}ms`}, false)`;
    for (const n of migrations.keys())
      await untilItsTurn(() => dialect.migrate(migrations.slice(0, n + 1), session, FOLDER));
    await client`RESET lock_timeout`;
    await client`SELECT keep_verification_partitions(), keep_activity_partitions()`;
    const mayWork = login === "" || (await client`SELECT pg_has_role(${login}, 'ageway_app', 'SET') AS may`)[0]?.may;
    if (!mayWork) await client`GRANT ageway_app TO ${client(login)}`;
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** A long statement, such as a ledger that is verified, may have the table for minutes: a migration comes again then. */
async function untilItsTurn(migrateOne: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + GIVES_UP_AFTER_MS;
  for (;;) {
    try {
      return await migrateOne();
    } catch (fault) {
      if (!isLockTimeout(fault) || performance.now() > deadline) throw fault;
      await pause(LETS_OTHERS_MS);
    }
  }
}

/** SQLSTATE 55P03, lock_not_available. */
function isLockTimeout(fault: unknown): boolean {
  const { code, cause } = fault as { code?: unknown; cause?: unknown };
  return code === "55P03" || (cause !== undefined && isLockTimeout(cause));
}
