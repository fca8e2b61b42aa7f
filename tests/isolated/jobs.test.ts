import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { expect, onTestFinished, test, vi } from "vitest";
import { database } from "#lib/core/database.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { startVerb } from "#tests/support/process.ts";

await enterOwnDatabase();

test("a schedule of an earlier version, whose job this version does not know, is removed when the jobs start", async () => {
  const address = new URL(process.env.DATABASE_URL ?? "");
  address.searchParams.set("options", "-c role=ageway_app");
  const boss = new PgBoss({ connectionString: address.href, max: 1, schema: "jobs", createSchema: false });
  await boss.start();
  await boss.createQueue("retired");
  await boss.schedule("retired", "* * * * *");
  await boss.stop({ graceful: false });
  expect(await scheduled()).toEqual(["retired"]);

  const { kill, ended } = startVerb("#lib/jobs.ts", "startJobs");
  onTestFinished(async () => {
    kill();
    await ended;
  });
  await vi.waitFor(async () => expect(await scheduled()).not.toContain("retired"), { timeout: 20_000 });
  expect(await scheduled()).toContain("close-months");
});

async function scheduled(): Promise<string[]> {
  const rows = await database().execute<{ name: string }>(sql`SELECT name FROM jobs.schedule ORDER BY name`);
  return rows.map(({ name }) => name);
}
