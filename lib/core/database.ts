import { connect, type Database } from "#db/client.ts";
import { adminConfig } from "./config.ts";

let pool: Database | undefined;

/**
 * The pool of this process, opened when it is first needed, and anew after one of its connections closed: the driver's own
 * way back takes up to 20 seconds, and may hang on what it had not sent (porsager/postgres#1215). What still runs on the
 * old one ends there; its connections fall idle and close.
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
