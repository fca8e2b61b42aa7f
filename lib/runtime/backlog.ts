import { type Backlog, selectBacklog } from "#db/queries/backlog.ts";
import { type Connections, readConnections } from "#db/queries/database.ts";
import { database } from "./database.ts";
import { logDatabaseAway, logDatabaseBack } from "./database-away.ts";
import { withTimeout } from "./with-timeout.ts";

/** Reads what waits in the database to be sent, and how much room is left there; `null`: it did not answer in time. */
export async function readBacklog(limitMs: number): Promise<(Backlog & { connections: Connections[] }) | null> {
  try {
    const asked = Promise.all([selectBacklog(database()), readConnections(database())]);
    const [backlog, connections] = await withTimeout(limitMs, asked);
    logDatabaseBack();
    return { ...backlog, connections };
  } catch (fault) {
    logDatabaseAway(fault);
    return null;
  }
}
