import { connect, type Database } from "#db/client.ts";
import { officeConfig } from "./config.ts";

let pool: Database | undefined;

/** The pool of this process, opened when it is first needed. */
export function database(): Database {
  pool ??= connect(officeConfig().databaseUrl, { max: officeConfig().poolSize });
  return pool;
}

export async function closeDatabase(): Promise<void> {
  await pool?.$client.end({ timeout: 5 });
  pool = undefined;
}
