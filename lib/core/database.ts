import { connect, type Database } from "#db/client.ts";
import { loginOwnsTables } from "#db/queries/database.ts";
import { log } from "#lib/core/log.ts";
import { adminConfig } from "./config.ts";

let pool: Database | undefined;

/**
 * The pool of this process. The first call opens it, and the first call after a connection closed opens a new one: the
 * driver's own reconnect takes up to 20 seconds and may hang on unsent queries (porsager/postgres#1215). Running queries end
 * on the old pool, whose connections then fall idle and close.
 */
export function database(): Database {
  pool ??= open();
  return pool;
}

function open(): Database {
  const { databaseUrl, poolSize } = adminConfig();
  const opened = connect(databaseUrl, {
    max: poolSize,
    onClose: () => {
      if (pool === opened) pool = undefined;
    },
  });
  return opened;
}

export async function closeDatabase(): Promise<void> {
  await pool?.$client.end({ timeout: 5 });
  pool = undefined;
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
