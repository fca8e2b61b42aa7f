import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import { LOCK_NOT_AVAILABLE } from "#lib/base/sqlstate.rules.ts";
import type { DatabaseAddress } from "./address.ts";
import { reportWaits } from "./migration-wait.ts";
import { openClient } from "./open-client.ts";
import { sessionOf } from "./session.ts";
import { compareTables, refusalOf, type TablesVersion } from "./tables-version.ts";

const LOCK = 4_283_001;
/**
 * A statement that waits to change a table makes every later one wait behind it, so a migration waits only so long at a
 * time.
 */
const WAIT_MS = 400;
/** Behind one that waits for its turn among the replicas, nobody waits. */
const TURN_MS = 1_000;
/** Between two tries the waiting callers are served. */
const PAUSE_MS = 600;
const GIVE_UP_MS = 600_000;
const FOLDER = `${import.meta.dirname}/migrations`;

/**
 * `notify`: gets a sentence on what a migration waits for. `firstMs`: from when on. `giveUpMs`: when it fails. `isPooled`: the address
 * leads to a pooler, over which tables of this version can be found and not made.
 */
type Options = {
  notify?: (sentence: string) => void;
  firstMs?: number;
  silentMs?: number;
  giveUpMs?: number;
  isPooled?: boolean;
};

/**
 * Brings the database at an address to this version. If its tables are not, the login of the address must own them. Replicas that
 * start together take turns: one advisory lock, held by the connection that migrates. `login`: the app's; it gets the app's role.
 * Fails where this version cannot work on the tables, and does nothing where they are of a newer one that works with it.
 */
export async function migrate(
  address: DatabaseAddress,
  login = "",
  folder = FOLDER,
  { notify = () => {}, giveUpMs = GIVE_UP_MS, isPooled = false, ...when }: Options = {},
): Promise<TablesVersion> {
  const connection = sessionOf(isPooled);
  const client = openClient(address, { max: 1, connect_timeout: 10, prepare: !isPooled, connection });
  const waits = reportWaits(address, { ...when, notify, giveUpMs });
  try {
    waits.begin();
    // A silent database neither answers nor closes the connection.
    return await Promise.race([migrateOver(client, { login, folder, giveUpMs, isPooled, waits }), waits.silence]);
  } finally {
    await waits.stop();
    await client.end({ timeout: 1 });
  }
}

type Migration = {
  login: string;
  folder: string;
  giveUpMs: number;
  isPooled: boolean;
  waits: ReturnType<typeof reportWaits>;
};

async function migrateOver(client: postgres.Sql, migration: Migration): Promise<TablesVersion> {
  const { login, folder, isPooled } = migration;
  if (!isPooled) await unbound(client);
  let found = await compareTables(client, folder);
  if (!(isOfUse(found) || isPooled)) found = await migrateInTurn(client, migration);
  const refusal = refusalOf(found) ?? (isOfUse(found) ? null : POOLED);
  if (refusal !== null) throw new Error(refusal);
  await makePartitions(client);
  const mayWork = login === "" || (await client`SELECT pg_has_role(${login}, 'ageway_app', 'SET') AS may`)[0]?.may;
  if (!mayWork) await client`GRANT ageway_app TO ${client(login)}`;
  return found;
}

/** A login or a database may bound what callers wait for. A migration of much data takes as long as it takes. */
async function unbound(client: postgres.Sql): Promise<void> {
  await client`
    SELECT set_config(name, '0', false) FROM pg_settings
    WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`;
}

const POOLED =
  "The tables are not of this version, and nothing migrates them through a pooler. Run ageway migrate with DATABASE_OWNER_URL set, then start.";

function isOfUse(tables: TablesVersion): boolean {
  return tables === "current" || tables === "newer";
}

/** All migrations that did not run yet are one transaction: they run, or the tables are as they were. */
async function migrateInTurn(client: postgres.Sql, { folder, giveUpMs, waits }: Migration): Promise<TablesVersion> {
  const inTurn = async (waitMs: number, work: () => Promise<unknown>) => {
    await client`SELECT set_config('lock_timeout', ${`${waitMs}ms`}, false)`;
    await untilItsTurn(work, { giveUpMs, last: waits.last });
  };
  const [row] = await client<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  waits.follow(row?.pid ?? 0);
  await inTurn(TURN_MS, () => client`SELECT pg_advisory_lock(${LOCK})`);
  // Another start may have done it meanwhile.
  const found = await compareTables(client, folder);
  if (isOfUse(found) || refusalOf(found) !== null) return found;
  await inTurn(WAIT_MS, () => runMigrations(drizzle(client), { migrationsFolder: folder }));
  await client`RESET lock_timeout`;
  return "current";
}

/** Without the partition of now no call can be stored, so the start fails. The others can be made later, by the job. */
async function makePartitions(client: postgres.Sql): Promise<void> {
  try {
    await client`SELECT make_partitions()`;
  } catch (fault) {
    const [row] = await client<{ exist: boolean }[]>`
      SELECT to_regclass('verification_' || to_char(verification_partition_start(now()) AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24')) IS NOT NULL
        AND to_regclass('activity_event_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD')) IS NOT NULL
        AND to_regclass('billing_event_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')) IS NOT NULL AS exist`.catch(
      () => [],
    );
    if (!row?.exist) throw fault;
  }
}

/** A long statement may hold a table for minutes, such as the verification of a ledger. Then the migration tries again. */
async function untilItsTurn(
  work: () => Promise<unknown>,
  { giveUpMs, last }: { giveUpMs: number; last: () => string },
) {
  const began = performance.now();
  for (;;) {
    try {
      await work();
      return;
    } catch (fault) {
      if (!isLockTimeout(fault)) throw fault;
      if (performance.now() - began > giveUpMs) throw new Error(gaveUp(giveUpMs, last()), { cause: fault });
      await pause(PAUSE_MS);
    }
  }
}

function gaveUp(giveUpMs: number, last: string): string {
  // Such as a prepared transaction, which has no session.
  const advice = last || "pg_locks and pg_prepared_xacts show who holds what it needs.";
  return `The migration gave up after ${Math.round(giveUpMs / 1_000)} seconds; the database is as it was. ${advice} Then start again.`;
}

function isLockTimeout(fault: unknown): boolean {
  const { code, cause } = fault as { code?: unknown; cause?: unknown };
  return code === LOCK_NOT_AVAILABLE || (cause !== undefined && isLockTimeout(cause));
}
