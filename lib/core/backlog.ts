import { type Backlog, selectBacklog } from "#db/queries/backlog.ts";
import { database } from "./database.ts";
import { logDatabaseAway, logDatabaseBack } from "./database-away.ts";
import { withTimeout } from "./with-timeout.ts";

/** What waits in the database to be sent, and how much room is left there; `null`: it did not answer in time. */
export async function readBacklog(limitMs: number): Promise<Backlog | null> {
  try {
    const backlog = await withTimeout(limitMs, selectBacklog(database()));
    logDatabaseBack();
    return backlog;
  } catch (fault) {
    logDatabaseAway(fault);
    return null;
  }
}
