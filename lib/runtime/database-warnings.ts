import { boundsStatements, loginOwnsTables, readConnections } from "#db/queries/database.ts";
import { log } from "#lib/observe/log.ts";
import { adminConfig } from "./config.ts";
import { database } from "./database.ts";
import { logDatabaseAway } from "./database-away.ts";
import { maxOfProcess } from "./pools.rules.ts";

/**
 * Logs a warning where the app logs in as the owner of its tables, because an attacker who can inject SQL could then leave the app's
 * role with `SET ROLE NONE` and rewrite the ledger. Logs another where a pooler keeps the app from bounding its statements, and the
 * operator has not bounded those of the login: one that waits for ever would keep its connection from everybody else.
 */
export async function warnOfLogin(): Promise<void> {
  if (await loginOwnsTables(database()))
    log.warn({
      event: "database_login_owns_tables",
      note: "DATABASE_URL logs in as the owner of the tables. Give the app a login of its own there, and the owner's to DATABASE_OWNER_URL.",
    });
  if (adminConfig().isPooled && !(await boundsStatements(database())))
    log.warn({
      event: "database_statements_unbounded",
      note: "Behind a pooler, the app cannot bound its statements. Set statement_timeout and idle_in_transaction_session_timeout for its login.",
    });
}

/**
 * Logs a warning where this process and what others have open now exceed what the server, the database or our login may have.
 * Behind a pooler, only that one knows.
 */
export async function warnOfConnections(): Promise<void> {
  const { poolSize, isPooled } = adminConfig();
  if (isPooled) return;
  try {
    const ours = maxOfProcess(poolSize);
    // Of those that are taken, one is this process's own.
    for (const { of, taken, allowed } of await readConnections(database()))
      if (ours + taken - 1 > allowed)
        log.warn({
          event: "database_connections_short",
          of,
          ours,
          others: taken - 1,
          limit: allowed,
          note: `Lower DATABASE_POOL, or raise the limit of the ${of}: beyond it, calls are refused.`,
        });
  } catch (fault) {
    logDatabaseAway(fault);
  }
}
