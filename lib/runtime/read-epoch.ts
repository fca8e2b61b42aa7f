import { paced } from "#db/paced.ts";
import { findEpoch } from "#db/queries/restore.ts";
import { database } from "./database.ts";
import { logDatabaseAway } from "./database-away.ts";
import { isEpochKnown, setEpoch } from "./epoch.ts";
import { withTimeout } from "./with-timeout.ts";

/** Sets how long a server that starts waits for the epoch before it listens without. */
const FIRST_READ_MS = paced(1_000);
/** A process that starts is busy itself: only after so long is it the database that is late. */
const LATE_MS = paced(5_000);
const RETRY_MS = 500;
const AGAIN_MS = 5_000;

let timer: NodeJS.Timeout | undefined;

export async function readEpoch(): Promise<void> {
  setEpoch(await findEpoch(database()));
}

/**
 * For a server that starts. While the database is away, it tries again in the background. `ageway restored` refuses to work while
 * a server is connected; one that was cut off meanwhile learns the epoch when it reads again, every `againMs`.
 */
export async function awaitEpoch(againMs = AGAIN_MS): Promise<void> {
  setEpoch(undefined);
  const read = withTimeout(LATE_MS, readEpoch());
  read.catch(retryLater);
  await withTimeout(FIRST_READ_MS, read).catch(() => {});
  clearInterval(timer);
  timer = setInterval(() => {
    if (isEpochKnown()) void readEpoch().catch(() => {});
  }, againMs).unref();
}

function retryLater(fault: unknown): void {
  logDatabaseAway(fault);
  setTimeout(() => {
    if (!isEpochKnown()) withTimeout(LATE_MS, readEpoch()).catch(retryLater);
  }, RETRY_MS).unref();
}
