import { loginOwnsTables } from "#db/queries/database.ts";
import { database } from "./database.ts";
import { log } from "./log.ts";

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
