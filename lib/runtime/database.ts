import { connect, type Database, runningOn } from "#db/client.ts";
import { paced } from "#db/paced.ts";
import { log } from "#lib/observe/log.ts";
import { gauge } from "#lib/observe/metrics.ts";
import { adminConfig } from "./config.ts";
import { type PoolName, type Pools, poolsOf, poolsOfJobs } from "./pools.rules.ts";

/**
 * A prepared statement is planned once, for any values; PostgreSQL would otherwise plan it again for some calls. A plan that was
 * made while a table was empty must serve when it holds millions of rows. These statements look rows up by key, so any plan but
 * the one that goes from index to index is wrong.
 */
const BY_INDEX = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};

/** A call that PostgreSQL keeps waiting for longer is refused before it ends. */
const OF_CALLS = { ...BY_INDEX, statement_timeout: `${paced(3_500)}ms` };

/** A page or a job may take long, and must not take several processors. */
const ON_ONE_PROCESSOR = { max_parallel_workers_per_gather: "0" };

const SETTINGS: Partial<Record<PoolName, Record<string, string>>> = {
  start: OF_CALLS,
  queue: OF_CALLS,
  check: OF_CALLS,
  link: BY_INDEX,
  // A crash of the database's machine loses the events of the last moment, and their counters with them.
  // Its statement joins lists that it was given, which have no index: row by row, the events of 400 keys took 79 us each, not 30.
  activity: { ...BY_INDEX, enable_hashjoin: "on", synchronous_commit: "off" },
};

function settingsOf(purpose: PoolName): Record<string, string> {
  if (purpose === "general") return place.agewayDatabaseUse ? ON_ONE_PROCESSOR : {};
  return SETTINGS[purpose] ?? {};
}

/** More than a statement may take: 5 seconds, and 60 of a job's. The command reads for as long as it likes. */
const SILENT_MS = { requests: paced(6_000), jobs: paced(65_000), command: 0 };

type Use = "requests" | "jobs";

/** One of each in this thread, although the production entry and Next's build each contain this module. */
const place = globalThis as { agewayDatabaseUse?: Use; agewayPools?: Map<PoolName, Database> };

/** Says what this thread of a server needs the database for, before it opens a pool. The command and tests do not say. */
export function useDatabaseFor(use: Use): void {
  place.agewayDatabaseUse = use;
}

export function poolsOfProcess(): Pools {
  return (place.agewayDatabaseUse === "jobs" ? poolsOfJobs : poolsOf)(adminConfig().poolSize);
}

function pools(): Map<PoolName, Database> {
  place.agewayPools ??= new Map();
  return place.agewayPools;
}

/**
 * The pool of this process for a purpose. The first call opens it, and the first call after a connection closed opens a new
 * one: the driver's own reconnect takes up to 20 seconds and may hang on unsent queries (porsager/postgres#1215). Running
 * queries end on the old pool, whose connections then fall idle and close.
 */
export function database(purpose: PoolName = "general"): Database {
  const known = pools().get(purpose);
  if (known) return known;
  const { databaseAddress, isPooled } = adminConfig();
  const opened = connect(databaseAddress, {
    isPooled,
    max: poolsOfProcess()[purpose],
    settings: settingsOf(purpose),
    silentMs: SILENT_MS[place.agewayDatabaseUse ?? "command"],
    onClose: () => {
      if (pools().get(purpose) === opened) pools().delete(purpose);
    },
    onSilent: () => {
      log.error({ event: "database_silent", pool: purpose });
      if (pools().get(purpose) === opened) leaveDatabase(purpose);
      else void opened.$client.end({ timeout: 0 });
    },
  });
  pools().set(purpose, opened);
  return opened;
}

gauge(
  "ageway_database_pool_max",
  "Connections that a pool may open, where something has used it",
  () => [...pools().keys()].map((pool) => [{ pool }, poolsOfProcess()[pool]] as const),
  ["pool"],
);
gauge(
  "ageway_database_statements",
  "Connections of a pool on which a statement runs",
  () =>
    [...pools()].flatMap(([pool, db]) => {
      const running = runningOn(db);
      return running === null ? [] : [[{ pool }, running] as const];
    }),
  ["pool"],
);

/** Ends connections that no longer answer, with what runs on them, after `seconds`. The next call opens others. */
export function leaveDatabase(purpose: PoolName, seconds = 0): void {
  const left = pools().get(purpose);
  pools().delete(purpose);
  void left?.$client.end({ timeout: seconds });
}

/** `seconds`: how long queries may go on. */
export async function closeDatabase(seconds = 5): Promise<void> {
  const open = [...pools().values()];
  pools().clear();
  await Promise.all(open.map(({ $client }) => $client.end({ timeout: seconds })));
}

/** Tells PostgreSQL that this process ends, and waits only for what still runs. The connections close with the process. */
export async function finishStatements(): Promise<void> {
  const open = [...pools().values()];
  pools().clear();
  const ends = open.map((pool) => {
    const isRunning = runningOn(pool) !== 0;
    const closed = pool.$client.end({ timeout: 5 });
    return isRunning ? closed : null;
  });
  await Promise.all(ends);
}
