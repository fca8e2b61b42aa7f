import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, expect, test, vi } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { startJobs } from "#lib/jobs.ts";
import { configure } from "#tests/support/configure.ts";
import { killablePostgres } from "#tests/support/killable-postgres.ts";

const postgres = await killablePostgres();
await migrate(databaseAt(postgres.ownerUrl));
configure({ DATABASE_URL: postgres.url });
const login = new URL(postgres.url).username;
const owner = connect(databaseAt(postgres.ownerUrl), { max: 1, role: "ageway" });
const jobs = startJobs();
afterAll(async () => {
  await jobs.stop();
  await owner.$client.end();
  await postgres.remove();
});

const PATIENCE = { timeout: 40_000, interval: 100 };

test("where the connections of the jobs take no writes any more, the jobs go on over others", async () => {
  const purges = ["purge-activity", "purge-emails", "purge-pages", "purge-sign-ins", "purge-verifications"];
  await vi.waitFor(async () => expect(await finished()).toEqual(purges), PATIENCE);
  const backends = await backendsOfJobs();
  expect(backends).not.toEqual([]);
  // New connections are not affected: the setting of the database goes before that of the server.
  await owner.execute(sql`ALTER DATABASE ageway SET default_transaction_read_only = off`);
  await owner.execute(sql`SET default_transaction_read_only = off`);
  await owner.execute(sql`ALTER SYSTEM SET default_transaction_read_only = on`);
  await owner.execute(sql`SELECT pg_reload_conf()`);
  await owner.execute(sql`DELETE FROM jobs.job`);
  const boss = new PgBoss({ connectionString: postgres.ownerUrl, schema: "jobs", createSchema: false, migrate: false });
  await boss.start();
  await boss.send("purge-emails");
  await boss.stop();
  await vi.waitFor(async () => expect(await finished()).toContain("purge-emails"), PATIENCE);
  expect((await backendsOfJobs()).filter((pid) => backends.includes(pid))).toEqual([]);
});

/** The names of jobs that ran. */
async function finished(): Promise<string[]> {
  const rows = await owner.execute<{ name: string }>(
    sql`SELECT DISTINCT name FROM jobs.job WHERE state = 'completed' AND name LIKE 'purge-%' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

async function backendsOfJobs(): Promise<number[]> {
  const rows = await owner.execute<{ pid: number }>(
    sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'ageway' AND usename = ${login} ORDER BY pid`,
  );
  return rows.map(({ pid }) => pid);
}
