import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import type { Database } from "#db/client.ts";
import type { BenchShop } from "./shop.ts";
import type { BenchWorld } from "./world.ts";

const JOB = "seal-ledger";
/** The last job that a server schedules as it starts. */
const LAST_JOB = "recheck-domains";
const SCHEDULED_MS = 30_000;
/** The worker asks for jobs every two seconds. */
const WORKER_MS = 3_000;

/**
 * Sealing is a job of every minute that would fall into some rounds and not into others, and the rows that `pgbench` and the
 * bare server write have no MAC, which the job would complain of. Parts that want it start it themselves.
 */
export async function withoutSealing(owner: Database): Promise<void> {
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

/** Asks the server to seal now, and resolves once it has begun with this shop's rows. It must have some. */
export async function beginSealing(world: BenchWorld, shop: BenchShop): Promise<void> {
  const before = await lastSeal(world, shop);
  for (let tries = 0; (await lastSeal(world, shop)) === before; tries += 1) {
    // A job that is asked for while its last run is being taken off the list is not run again.
    if (tries % 300 === 0) await sendJob(world, JOB);
    await new Promise((next) => setTimeout(next, 10));
  }
}

/** Resolves when every row is sealed. Asks for it where nothing goes on. */
export async function sealAll(world: BenchWorld, shop: BenchShop): Promise<void> {
  let before = -1;
  for (
    let last = await lastSeal(world, shop);
    (await countEvents(world, shop)) > last;
    last = await lastSeal(world, shop)
  ) {
    if (last === before) await sendJob(world, JOB);
    before = last;
    await new Promise((next) => setTimeout(next, WORKER_MS));
  }
}

/** How many rows of a ledger are sealed. */
async function lastSeal({ owner }: BenchWorld, { organizationId }: BenchShop): Promise<number> {
  const [row] = await owner.execute<{ n: number }>(
    sql`SELECT coalesce(max(position), 0)::int AS n FROM ledger_seal WHERE organization_id = ${organizationId}`,
  );
  return row?.n ?? 0;
}

async function countEvents({ owner }: BenchWorld, { organizationId }: BenchShop): Promise<number> {
  const [row] = await owner.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM billing_event WHERE organization_id = ${organizationId}`,
  );
  return row?.n ?? 0;
}

/** Asks the server for a job, as its own schedule does. */
export async function sendJob({ url }: BenchWorld, job: string): Promise<void> {
  const address = new URL(url);
  address.searchParams.set("options", "-c role=ageway_app");
  const isOnlySending = { createSchema: false, migrate: false, supervise: false, schedule: false };
  const boss = new PgBoss({ connectionString: address.href, max: 1, schema: "jobs", ...isOnlySending });
  await boss.start();
  try {
    await boss.send(job, {});
  } finally {
    await boss.stop({ graceful: false });
  }
}
