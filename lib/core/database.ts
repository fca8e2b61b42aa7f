import { connect, type Database } from "#db/client.ts";
import { boundsStatements, loginOwnsTables } from "#db/queries/database.ts";
import { log } from "#lib/core/log.ts";
import { adminConfig } from "./config.ts";

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

/**
 * The connections of a hot path are its own: pages, jobs and the other paths never wait for them, nor it for theirs. A second
 * one serves while the first is waiting or no longer answers.
 */
const HOT_PATHS = {
  start: { max: 1, settings: BY_INDEX },
  // Calls that wait for the lock of their organization.
  queue: { max: 2, settings: BY_INDEX },
  check: { max: 4, settings: BY_INDEX },
  // What a visitor does with a link, up to the outcome.
  link: { max: 4, settings: BY_INDEX },
  // A crash of the database's machine loses the events of the last moment, and their counters with them.
  activity: { max: 1, settings: { ...BY_INDEX, synchronous_commit: "off" } },
};

/** How many connections the hot paths of one process may open. */
export const HOT_CONNECTIONS = Object.values(HOT_PATHS).reduce((sum, { max }) => sum + max, 0);

type Purpose = "general" | keyof typeof HOT_PATHS;

const pools = new Map<Purpose, Database>();

/**
 * The pool of this process for a purpose. The first call opens it, and the first call after a connection closed opens a new
 * one: the driver's own reconnect takes up to 20 seconds and may hang on unsent queries (porsager/postgres#1215). Running
 * queries end on the old pool, whose connections then fall idle and close.
 */
export function database(purpose: Purpose = "general"): Database {
  const known = pools.get(purpose);
  if (known) return known;
  const { databaseUrl, poolSize, isPooled } = adminConfig();
  const opened = connect(databaseUrl, {
    isPooled,
    ...(purpose === "general" ? { max: poolSize } : HOT_PATHS[purpose]),
    onClose: () => {
      if (pools.get(purpose) === opened) pools.delete(purpose);
    },
  });
  pools.set(purpose, opened);
  return opened;
}

/** Ends connections that no longer answer, with what runs on them. The next call opens others. */
export function leaveDatabase(purpose: Purpose): void {
  const left = pools.get(purpose);
  pools.delete(purpose);
  void left?.$client.end({ timeout: 0 });
}

/** `seconds`: how long queries may go on. */
export async function closeDatabase(seconds = 5): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map(({ $client }) => $client.end({ timeout: seconds })));
}

/**
 * Logs a warning where a pooler keeps the app from bounding its statements, and the operator has not bounded those of the login.
 * A statement that waits for ever would keep its connection from everybody else.
 */
export async function warnOfUnboundedStatements(): Promise<void> {
  if (!adminConfig().isPooled || (await boundsStatements(database()))) return;
  log.warn({
    event: "database_statements_unbounded",
    note: "Behind a pooler, the app cannot bound its statements. Set statement_timeout and idle_in_transaction_session_timeout for its login.",
  });
}

/**
 * Logs a warning where the app logs in as the owner of its tables. An attacker who can inject SQL could then leave the app's
 * role with `SET ROLE NONE` and rewrite the ledger.
 */
export async function warnOfOwnerLogin(): Promise<void> {
  if (!(await loginOwnsTables(database()))) return;
  log.warn({
    event: "database_login_owns_tables",
    note: "DATABASE_URL logs in as the owner of the tables. Give the app a login of its own there, and the owner's to DATABASE_OWNER_URL.",
  });
}
