import { readMigrationFiles } from "drizzle-orm/migrator";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

const LOCK = 4_283_001;
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
    for (const n of migrations.keys()) await dialect.migrate(migrations.slice(0, n + 1), session, FOLDER);
    await client`SELECT keep_verification_partitions(), keep_activity_partitions()`;
    const mayWork = login === "" || (await client`SELECT pg_has_role(${login}, 'ageway_app', 'SET') AS may`)[0]?.may;
    if (!mayWork) await client`GRANT ageway_app TO ${client(login)}`;
  } finally {
    await client.end({ timeout: 5 });
  }
}
