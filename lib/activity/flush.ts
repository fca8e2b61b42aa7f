import { insertActivity, type NewActivity } from "#db/queries/activity.ts";
import { database } from "#lib/database.ts";
import { within } from "#lib/deadline.ts";
import { faultOf, log } from "#lib/log.ts";
import { referenceOf } from "#lib/reference.ts";
import { gapOf } from "./gap.ts";
import { activityQueue, countDropped, type Waiting } from "./queue.ts";

const PAUSE_MS = 250;
/** After a fault: a database in trouble is not asked four times a second. */
const RETRY_MS = 2_000;
/** So many do not wait for the pause. */
const PLENTY = 500;
const AT_ONCE = 1_000;
/** Longer than any statement may take: it is for a connection that has gone silent. */
const DEADLINE_MS = 8_000;

/** Sees to it that what waits is written soon. Costs the caller nothing, and holds no process open. */
export function flushSoon(): void {
  const queue = activityQueue();
  if (queue.flushing) return;
  if (queue.waiting.length === PLENTY) setImmediate(flushActivity);
  queue.timer ??= setTimeout(flushActivity, PAUSE_MS).unref();
}

/** Writes what waits, one statement after the other. Never fails: what could not be written is dropped and counted. */
export function flushActivity(): Promise<void> {
  const queue = activityQueue();
  if (queue.timer) clearTimeout(queue.timer);
  queue.timer = null;
  queue.flushing ??= flushAll().finally(() => {
    queue.flushing = null;
    if (queue.dropped.size > 0) queue.timer ??= setTimeout(flushActivity, RETRY_MS).unref();
  });
  return queue.flushing;
}

async function flushAll(): Promise<void> {
  const { waiting, dropped } = activityQueue();
  while (waiting.length > 0 || dropped.size > 0) {
    const batch = waiting.splice(0, AT_ONCE);
    const told = new Map(dropped);
    try {
      await within(
        DEADLINE_MS,
        insertActivity(database(), [...batch.map(named), ...[...told].map(([name, count]) => gapOf(name, count))]),
      );
      for (const [name, count] of told) forgive(name, count);
    } catch (fault) {
      countDropped(batch);
      return logDropped(faultOf(fault));
    }
  }
  logDropped();
}

function named({ verificationId, ...event }: Waiting): NewActivity {
  return verificationId === null ? event : { ...event, reference: referenceOf(verificationId) };
}

/** Meanwhile there may be more. */
function forgive(name: string, count: number): void {
  const { dropped } = activityQueue();
  const left = (dropped.get(name) ?? 0) - count;
  if (left > 0) dropped.set(name, left);
  else dropped.delete(name);
}

function logDropped(fault: object = {}): void {
  const queue = activityQueue();
  if (queue.unlogged > 0) log.warn({ event: "activity_dropped", count: queue.unlogged, ...fault });
  queue.unlogged = 0;
}
