import { type Backlog, selectBacklog } from "#db/queries/backlog.ts";
import { database } from "./database.ts";
import { faultOf, log } from "./log.ts";
import { databaseAdvice } from "./sqlstate.rules.ts";
import { withTimeout } from "./with-timeout.ts";

/** What waits in the database to be sent, and how much room is left there; `null`: it did not answer in time. */
export async function readBacklog(limitMs: number): Promise<Backlog | null> {
  try {
    return await withTimeout(limitMs, selectBacklog(database()));
  } catch (fault) {
    const known = faultOf(fault);
    log.error({ event: "database_away", ...known, advice: databaseAdvice(known.code) });
    return null;
  }
}
