import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { connect, type Transaction } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { config } from "#lib/core/config.ts";
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

test("a migration that waits for a long statement of the old version keeps its other callers waiting for a second at most", async () => {
  const url = await databaseAt("0013", "read");
  const pool = connect(url, { max: 2 });
  const reader = connect(url, { max: 1 });
  const { migrating } = await reader.transaction(async (long) => {
    await long.execute(sql`SELECT 1 FROM billing_event`);
    const migrating = { done: migrate(ownerUrl(url)) };
    await somebodyWaitsFor(long);
    const slowest = await slowestOf(() => pool.execute(sql`SELECT 1 FROM billing_event`));
    expect(slowest).toBeLessThan(1_500);
    return { migrating };
  });
  await migrating.done;
  expect([...(await pool.execute(sql`SELECT mac FROM billing_event`))]).toEqual([]);
  for (const { $client } of [pool, reader]) await $client.end();
});

/** Of calls that come while the migration waits, goes away and waits again. */
async function slowestOf(call: () => Promise<unknown>): Promise<number> {
  let slowest = 0;
  for (let calls = 0; calls < 3; calls += 1) {
    const began = performance.now();
    await call();
    slowest = Math.max(slowest, performance.now() - began);
  }
  return slowest;
}

/** A database of its own, as the migration of this number left it. */
async function databaseAt(number: string, name = "behind"): Promise<string> {
  const url = new URL(config().databaseUrl);
  const server = asOwner(url.href);
  await server.execute(sql`CREATE DATABASE ${sql.identifier(name)}`);
  await server.$client.end();
  url.pathname = name;
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
