import { performance } from "node:perf_hooks";
import { paced } from "#db/paced.ts";
import { readKeys } from "#db/queries/admission-key.ts";
import { hasPartitionsAhead } from "#db/queries/partition.ts";
import { differenceOf } from "#lib/base/clock.rules.ts";
import { log } from "#lib/observe/log.ts";
import { config } from "./config.ts";
import { database, leaveDatabase } from "./database.ts";
import { logDatabaseAway, logDatabaseBack } from "./database-away.ts";
import { isEpochKnown } from "./epoch.ts";
import { DeadlineError, withTimeout } from "./with-timeout.ts";

/** A load balancer waits for a second. */
const READY_MS = paced(800);
/** Waits longer if this process itself was busy for `BUSY_MS`: the answer may have come, and nobody has read it. */
const [ADDED_MS, BUSY_MS] = [paced(100), paced(200)];
/** Takes this of the 8 seconds in which members have a page. */
const MEMBERS_MS = paced(3_000);
/** A connection that answers nothing for so long may be dead, and the database be there for a new one. */
const SUSPECT_MS = paced(350);
/** Sets how long its question, which takes a few milliseconds, may still be answered on a connection that was left. */
const LEFT_SECONDS = 5;
/** Sets how long a process that starts gives the database, before the log says that it is away. */
const START_MS = paced(5_000);

type Unready = "stopping" | "database_away" | "partitions_missing" | "clock_wrong";

let isStopping = false;

/** Says that no further request should be sent here. */
export function noteStopping(): void {
  isStopping = true;
}

/**
 * Why this process cannot serve requests now; `null`: it can. The log has the details. `clock`: milliseconds since 1970.
 *
 * This machine's clock ends links and tokens, and the database's drops partitions. With a difference, links end too early or
 * tokens too late. The server starts and waits, so that the operator can set the clock meanwhile.
 */
export async function unreadiness(clock = Date.now): Promise<Unready | null> {
  if (isStopping) return "stopping";
  const asking = clock === Date.now ? sharedUnreadiness() : unreadinessOf(clock);
  const before = performance.eventLoopUtilization();
  try {
    const reason = await withTimeout(READY_MS, asking).catch((fault: unknown) => {
      const { active } = performance.eventLoopUtilization(before);
      if (!(fault instanceof DeadlineError) || active < BUSY_MS) throw fault;
      return withTimeout(ADDED_MS, asking);
    });
    return answered(reason);
  } catch (fault) {
    return away(fault);
  }
}

/**
 * Says in the log what is wrong from the start. A process that starts is busy itself, and connects for the first time, so it has
 * more patience than a load balancer.
 */
export async function logUnreadiness(): Promise<void> {
  await withTimeout(START_MS, sharedUnreadiness()).then(answered, away);
}

/** For members, who wait for longer than a load balancer does. */
export async function isDatabaseAway(): Promise<boolean> {
  return (await withTimeout(MEMBERS_MS, sharedUnreadiness()).then(answered, away)) === "database_away";
}

/** An answer after the caller's deadline does not get here, so a slow database is not logged as back by each of its answers. */
function answered(reason: Unready | null): Unready | null {
  if (reason !== "database_away") logDatabaseBack();
  return reason;
}

function away(fault: unknown): Unready {
  logDatabaseAway(fault);
  return "database_away";
}

let inProgress: ReturnType<typeof unreadinessOf> | null = null;

/**
 * One question at a time, also where its callers have given up: a database that hangs gets one more connection in the time for
 * which members wait.
 */
function sharedUnreadiness(): ReturnType<typeof unreadinessOf> {
  if (inProgress) return inProgress;
  const asking = unreadinessAskedTwice();
  const release = () => {
    clearTimeout(timer);
    if (inProgress === asking) inProgress = null;
  };
  const timer = setTimeout(release, MEMBERS_MS).unref();
  asking.then(release, release);
  inProgress = asking;
  return asking;
}

/** Where the probe's connection does not answer, asks again on a new one. The first answer counts. */
async function unreadinessAskedTwice(): ReturnType<typeof unreadinessOf> {
  const first = unreadinessOf(Date.now);
  try {
    return await withTimeout(SUSPECT_MS, first);
  } catch (fault) {
    if (!(fault instanceof DeadlineError)) throw fault;
  }
  leaveDatabase("probe", LEFT_SECONDS);
  const second = unreadinessOf(Date.now);
  return Promise.any([first, second]).catch(() => second);
}

async function unreadinessOf(clock: () => number): Promise<Unready | null> {
  if (!isEpochKnown()) return "database_away";
  // Sent at once, so that a busy process waits for one answer and not for two.
  const [differenceMs, isAhead] = await Promise.all([clockDifferenceMs(clock), hasPartitionsAhead(database("probe"))]);
  if (Math.abs(differenceMs) > config().clockToleranceMs) {
    log.error({ event: "clock_wrong", aheadOfDatabaseSeconds: Math.round(differenceMs / 1000) });
    return "clock_wrong";
  }
  if (isAhead) return null;
  log.error({ event: "partitions_missing" });
  return "partitions_missing";
}

async function clockDifferenceMs(clock: () => number): Promise<number> {
  const asked = clock();
  // As a call reads, with no key to find: what breaks that read makes this process unready.
  const { now } = await readKeys(database("probe"), new Map());
  return differenceOf({ asked, answered: clock(), theirs: +now });
}
