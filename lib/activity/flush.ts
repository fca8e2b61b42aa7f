import { paced } from "#db/paced.ts";
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { isOfTheRow, QUERY_CANCELED } from "#lib/base/sqlstate.rules.ts";
import { dayOf, daysBetween, daysMs } from "#lib/base/time.rules.ts";
import { momentOfUuidV7 } from "#lib/base/uuid.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { outsideRequests } from "#lib/observe/request-context.ts";
import { config } from "#lib/runtime/config.ts";
import { database, leaveDatabase } from "#lib/runtime/database.ts";
import { DeadlineError, withTimeout } from "#lib/runtime/with-timeout.ts";
import { activityQueue, countDropped, dequeue, droppedEvents, type QueuedEvent, requeue } from "./queue.ts";
import { isSettled, openMs } from "./why-not.rules.ts";

/** A statement of 500 events takes PostgreSQL 10 ms of one processor, in which calls may wait; of 200 it takes 6. */
const PAUSE_MS = 100;
/** Sets the pause after a fault, so that a database in trouble is not asked ten times a second. */
const RETRY_MS = 2_000;
/** Sets how many events are written at once, without the pause. */
const MIN_WITHOUT_PAUSE = 500;
/** Lasts longer than a statement may run: for a connection that no longer answers. */
const DEADLINE_MS = paced(8_000);
/** Says how often in a row a single event may take too long. Then it is dropped, because it keeps all others waiting. */
const MAX_TRIES = 5;

/** Bounds the events of a statement. */
const MAX_AT_ONCE = 1_000;

/** Holds how this process writes. */
export const writer = {
  /** Says when the youngest written event happened, in milliseconds of the database's clock. */
  newest: null as number | null,
  timer: null as NodeJS.Timeout | null,
  /** Bounds the events of the next statement. */
  atOnce: MAX_AT_ONCE,
  /** Counts how often in a row a statement with a single event took too long. */
  tries: 0,
  /** Tells whether the database took everything. */
  flushing: null as Promise<boolean> | null,
};

/** Starts a process that serves: from now on, events are written soon after they happened, by whoever starts first. */
export function startActivity(): void {
  activityQueue().wake ??= flushSoon;
}

/** It does not delay its caller and does not keep the process alive. */
function flushSoon(): void {
  if (writer.flushing) return;
  if (activityQueue().waiting.length === MIN_WITHOUT_PAUSE) setImmediate(flush);
  writer.timer ??= setTimeout(flush, PAUSE_MS).unref();
}

/** Writes all waiting events. It never throws: events that cannot be written wait on, or are dropped and counted. */
export async function flushActivity(): Promise<void> {
  const queue = activityQueue();
  let hasWritten = await flush();
  // Of several callers who waited for the same write, the first takes out what is left: the others wait for that write, too.
  while (hasWritten && (queue.waiting.length > 0 || writer.flushing)) hasWritten = await flush();
}

/** Ends a process: writes what waits, and counts what cannot be written as dropped. */
export async function endActivity(): Promise<void> {
  await flushActivity();
  countDropped(dequeue(activityQueue().waiting.length));
  logDropped();
}

/**
 * Writes the waiting events, and goes on while enough arrive to fill a statement. A few that came meanwhile wait for the next
 * pause: otherwise a busy server would write them by twos and threes without end.
 */
function flush(): Promise<boolean> {
  const queue = activityQueue();
  if (writer.timer) clearTimeout(writer.timer);
  writer.timer = null;
  writer.flushing ??= outsideRequests(writeWaiting).finally(() => {
    writer.flushing = null;
  });
  void writer.flushing.then((hasWritten) => {
    if (!hasWritten || queue.dropped.size > 0) writer.timer ??= setTimeout(flush, RETRY_MS).unref();
    else if (queue.waiting.length > 0) flushSoon();
  });
  return writer.flushing;
}

async function writeWaiting(): Promise<boolean> {
  const queue = activityQueue();
  const { waiting, dropped } = queue;
  for (let least = 1; waiting.length >= least || dropped.size > 0; least = MIN_WITHOUT_PAUSE) {
    const events = dequeue(writer.atOnce);
    for (const [name, count] of [...dropped].slice(0, writer.atOnce - events.length)) {
      events.push(droppedEvents(name, count));
      dropped.delete(name);
    }
    const fault = await write(events);
    if (fault !== null) {
      logDropped(faultOf(fault));
      return false;
    }
  }
  logDropped();
  return true;
}

/**
 * Writes the events in one statement. Where one of them breaks a constraint, it writes the halves one by one until that event
 * is alone, and drops only that one. Returns the fault where the database is in trouble. What was surely not written then waits
 * on. A statement whose answer was lost may have been written: its events count as dropped, so that none is there twice.
 */
async function write(events: readonly QueuedEvent[]): Promise<unknown> {
  const parts = [events];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    try {
      const newest = await withTimeout(DEADLINE_MS, insertActivity(database("activity"), written(part), writer.newest));
      writer.newest = newest ?? writer.newest;
      writer.tries = 0;
      writer.atOnce = Math.min(MAX_AT_ONCE, writer.atOnce * 2);
    } catch (fault) {
      if (fault instanceof DeadlineError) leaveDatabase("activity");
      const { code } = faultOf(fault);
      if (!isOfTheRow(code)) {
        if (code === QUERY_CANCELED) shrink(part.length);
        if (writer.tries >= MAX_TRIES) refuse(part, code);
        else if (isNotWritten(fault)) parts.unshift(part);
        else countDropped(part);
        requeue(parts.flat());
        return fault;
      }
      const half = Math.ceil(part.length / 2);
      if (part.length > 1) parts.unshift(part.slice(0, half), part.slice(half));
      else refuse(part, code);
    }
  }
  return null;
}

/**
 * Halves the next statement after one of so many events that took too long. Otherwise a batch with an event whose
 * counter is held by somebody would be tried for ever.
 */
function shrink(events: number): void {
  writer.atOnce = Math.ceil(events / 2);
  writer.tries = events === 1 ? writer.tries + 1 : 0;
}

/** Lists the faults of a connection that never came about. */
const NEVER_SENT = new Set(
  "ECONNREFUSED EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN CONNECT_TIMEOUT CLOSED_AT_ONCE TLS_NOT_OFFERED NO_SOCKET 28000 28P01 3D000 53300 57P03".split(
    " ",
  ),
);

/** PostgreSQL takes back a statement that it reports as failed. What ends the connection, too, may have come after the commit. */
function isNotWritten(fault: unknown): boolean {
  if (NEVER_SENT.has(faultOf(fault).code ?? "")) return true;
  return fault instanceof Error && (severityOf(fault) ?? severityOf(fault.cause)) === "ERROR";
}

function severityOf(fault: unknown): unknown {
  return (fault as { severity?: unknown } | undefined)?.severity;
}

/**
 * Drops events that the database refuses. A count of dropped ones is not written again, because it would fail again.
 */
function refuse(part: readonly QueuedEvent[], code: string | undefined): void {
  writer.tries = 0;
  log.error({ event: "activity_refused", code, kind: part[0]?.kind });
  countDropped(part.filter(({ kind }) => kind !== "dropped"));
}

/**
 * Tells what is written of events. The moment is one for all that one statement writes, or a process that waits for a
 * processor meanwhile would date the later event before the earlier one.
 */
function written(events: readonly QueuedEvent[]): NewActivity[] {
  const [now, references] = [performance.now(), new Map<string, string>()];
  const referenceIn = (verificationId: string) => {
    // A shop's backend may ask about one token with every page that it shows, and a digest takes longer than finding it.
    const reference = references.get(verificationId) ?? referenceOf(verificationId);
    references.set(verificationId, reference);
    return reference;
  };
  return events.map(({ at, verificationId, checkId, whyNot, ...event }) => {
    const checkDay = verificationId ? Math.floor(daysBetween(0, momentOfUuidV7(verificationId))) : null;
    // A reason that comes after its day was disclosed would be one visitor's.
    const isDisclosed =
      whyNot && checkDay !== null && isSettled(dayOf(daysMs(checkDay)), new Date(), openMs(config().ttl));
    return {
      ...event,
      agoMs: Math.max(0, Math.floor(now - at)),
      reference: event.reference ?? (verificationId ? referenceIn(verificationId) : null),
      checkReference: checkId ? referenceIn(checkId) : null,
      checkDay,
      whyNot: isDisclosed ? null : (whyNot ?? null),
    };
  });
}

function logDropped(fault: object = {}): void {
  const queue = activityQueue();
  if (queue.unlogged > 0) log.warn({ event: "activity_dropped", count: queue.unlogged, ...fault });
  queue.unlogged = 0;
}
