import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { connect, type Transaction } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { config } from "#lib/config.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";

const FOLDER = { migrationsFolder: "db/migrations" };

test("whom the old version serves while the database is migrated is served to the end", async () => {
  const url = await databaseAt("0002");
  const pool = connect(url, { max: 2 });
  const { migrating, served } = await pool.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM plugin_key`);
    const migrating = migrate(ownerUrl(url));
    await somebodyWaitsFor(tx);
    // A migration that still had organization locked would wait for us, and we for it.
    const served = await tx.execute(sql`SELECT count(*)::int AS n FROM organization`);
    return { migrating: { done: migrating }, served: [...served] };
  });
  expect(served).toEqual([{ n: 0 }]);
  await migrating.done;
  await pool.execute(sql`SELECT accent, plugin_key.language FROM organization, plugin_key`);
  await pool.$client.end();
});

/** A database of its own, as the migration of this number left it. */
async function databaseAt(number: string): Promise<string> {
  const url = new URL(config().databaseUrl);
  const server = asOwner(url.href);
  await server.execute(sql`CREATE DATABASE behind`);
  await server.$client.end();
  url.pathname = "/behind";
  const owner = asOwner(url.href);
  const files = readMigrationFiles(FOLDER).slice(0, Number(number) + 1);
  await new PgDialect().migrate(files, owner._.session as never, FOLDER);
  await owner.$client.end();
  return url.href;
}

async function somebodyWaitsFor(tx: Transaction): Promise<void> {
  for (let waiting = 0; waiting === 0; ) {
    const [row] = await tx.execute<{ n: number }>(sql`
      SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`);
    waiting = row?.n ?? 0;
  }
}
