import { connect, type Database } from "#db/client.ts";
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
