import { availableParallelism } from "node:os";
import { readConnections } from "#db/queries/database.ts";
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
  const limits = await withTimeout(ANSWER_MS, readConnections(database())).catch(() => []);
  const maxConnections = limits.length === 0 ? USUAL_CONNECTIONS : Math.min(...limits.map(({ allowed }) => allowed));
  void closeDatabase();
  return defaultWorkers({ cores, poolSize, maxConnections });
}

/**
 * Logs a warning where this machine's processes and what others have open now, such as other machines, exceed what the server, the
 * database or our login may have. Behind a pooler, only that one knows.
 */
export async function warnOfConnections(workers: number): Promise<void> {
  const { poolSize, isPooled } = config();
  if (isPooled) return;
  try {
    const ours = processesOf(workers) * maxOfProcess(poolSize);
    // Of those that are taken, one is this process's own.
    for (const { of, taken, allowed } of await readConnections(database()))
      if (ours + taken - 1 > allowed)
        log.warn({
          event: "database_connections_short",
          of,
          ours,
          others: taken - 1,
          limit: allowed,
          note: `Lower DATABASE_POOL or WORKERS, or raise the limit of the ${of}: beyond it, calls are refused.`,
        });
  } catch (fault) {
    logDatabaseAway(fault);
  }
}
