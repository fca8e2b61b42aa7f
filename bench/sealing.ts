import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import type { World } from "./world.ts";

const JOB = "seal-ledger";
/** The last job that a server schedules as it starts. */
const LAST_JOB = "recheck-domains";
const SCHEDULED_MS = 30_000;

/**
 * Sealing is a job of every minute that would fall into some rounds and not into others, and the rows that `pgbench` and the
 * bare server write have no MAC, which the job would complain of.
 */
export async function withoutSealing({ owner }: World): Promise<void> {
  const deadline = performance.now() + SCHEDULED_MS;
  while (!(await isScheduled(owner, LAST_JOB))) {
    if (performance.now() > deadline) throw new Error("The server schedules no jobs");
    await new Promise((next) => setTimeout(next, 50));
  }
  await owner.execute(`DELETE FROM jobs.schedule WHERE name = '${JOB}'`);
}

/** The server makes the table when it starts the first time. */
async function isScheduled(owner: Database, job: string): Promise<boolean> {
  const tables = await owner.execute("SELECT FROM pg_tables WHERE schemaname = 'jobs' AND tablename = 'schedule'");
  return tables.length > 0 && (await owner.execute(sql`SELECT FROM jobs.schedule WHERE name = ${job}`)).length > 0;
}
