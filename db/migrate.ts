import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

const LOCK = 4_283_001;
const FOLDER = `${import.meta.dirname}/migrations`;

/**
 * Brings the database at `url` to this version, as the login of the URL (the owner of the tables).
 * Replicas that start together take turns: one advisory lock, held by the one connection that migrates.
 */
export async function migrate(url: string): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    await client`SELECT pg_advisory_lock(${LOCK})`;
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
    await client`SELECT keep_verification_partitions()`;
  } finally {
    await client.end({ timeout: 5 });
  }
}
