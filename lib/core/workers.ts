import { availableParallelism } from "node:os";
import { connectionLimit } from "#db/queries/database.ts";
import { config } from "./config.ts";
import { closeDatabase, database, HOT_CONNECTIONS } from "./database.ts";
import { ANSWER_MS, withTimeout } from "./with-timeout.ts";
import { defaultWorkers } from "./workers.rules.ts";

/** What PostgreSQL allows unless its configuration says otherwise, less the three of superusers. */
const USUAL_CONNECTIONS = 97;

/**
 * How many processes answer calls: `WORKERS`, or what this machine and the database allow; 0: one process does it all. The server
 * starts without a database, too.
 */
export async function workerCount(cores = availableParallelism()): Promise<number> {
  const { workers, poolSize } = config();
  if (workers !== null) return workers;
  if (cores === 1) return 0;
  const maxConnections = await withTimeout(ANSWER_MS, connectionLimit(database())).catch(() => USUAL_CONNECTIONS);
  void closeDatabase();
  return defaultWorkers({ cores, poolSize, hotConnections: HOT_CONNECTIONS, maxConnections });
}
