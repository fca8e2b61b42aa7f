import { availableParallelism } from "node:os";
import { connectionLimit, countOtherConnections } from "#db/queries/database.ts";
import { config } from "./config.ts";
import { closeDatabase, database } from "./database.ts";
import { logDatabaseAway } from "./database-away.ts";
import { log } from "./log.ts";
import { maxOfProcess, processesOf } from "./pools.rules.ts";
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
  return defaultWorkers({ cores, poolSize, maxConnections });
}

/**
 * Logs a warning where this machine's processes and what others have open now, such as other machines, exceed what the database
 * allows. Behind a pooler, only that one knows.
 */
export async function warnOfConnections(workers: number): Promise<void> {
  const { poolSize, isPooled } = config();
  if (isPooled) return;
  try {
    const limit = await connectionLimit(database());
    const others = await countOtherConnections(database());
    const ours = processesOf(workers) * maxOfProcess(poolSize);
    if (ours + others <= limit) return;
    log.warn({
      event: "database_connections_short",
      ours,
      others,
      limit,
      note: "Lower DATABASE_POOL or WORKERS, or raise max_connections: beyond the limit, calls are refused.",
    });
  } catch (fault) {
    logDatabaseAway(fault);
  }
}
