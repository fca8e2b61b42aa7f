import type { NewActivity } from "#db/queries/activity-event.ts";
import { countDroppedEvents, gauge } from "#lib/core/metrics.ts";
import type { ActivityKind } from "./activity.rules.ts";

/**
 * An event that waits to be written. `at`: when it happened, by `performance.now()`, which no change of the wall clock moves.
 * Until it is written it names its verification by id, and afterwards only by reference; and `agoMs` means nothing yet.
 * `checkId`: of a token check, the verification, where members may see both together.
 */
export type QueuedEvent = NewActivity & { at: number; verificationId: string | null; checkId: string | null };

/** How many events may wait: the bound on the memory that a slow database can cost. */
const MAX_WAITING = 10_000;
/**
 * How many of them may be refused calls that name a key by its text. Anybody can invent such keys, and they must not displace
 * the events of real checks.
 */
const MAX_UNVERIFIED = 2_000;
/** How many events a statement has at most. */
export const MAX_AT_ONCE = 1_000;
/** How many keys have a count of dropped events of their own. */
const MAX_NAMES = 1_000;

type Queue = {
  waiting: QueuedEvent[];
  /** How many of them are refused calls that name a key by its text. */
  unverified: number;
  /** How many events of each key were dropped and are not in the record yet, by the key's text or id. */
  dropped: Map<string, number>;
  /** How many events of all keys were dropped since the last line in the log. */
  unlogged: number;
  /** When the youngest written event happened, in milliseconds of the database's clock. */
  newest: number | null;
  timer: NodeJS.Timeout | null;
  /** How many events the next statement may have. */
  atOnce: number;
  /** How often in a row a statement with a single event took too long. */
  tries: number;
  /** Tells whether the database took everything. */
  flushing: Promise<boolean> | null;
};

const NAME = Symbol.for("ageway.activity");

/** The queue of this process: one, although the production entry and Next's build each contain this module. */
export function activityQueue(): Queue {
  const place = globalThis as { [NAME]?: Queue };
  place[NAME] ??= {
    waiting: [],
    unverified: 0,
    dropped: new Map(),
    unlogged: 0,
    newest: null,
    timer: null,
    atOnce: MAX_AT_ONCE,
    tries: 0,
    flushing: null,
  };
  return place[NAME];
}

gauge("ageway_activity_waiting", "Events of the activity record that are not written yet", () => [
  [{}, activityQueue().waiting.length],
]);

/** False: there was no room, so the event is counted as dropped. */
export function enqueue(event: QueuedEvent): boolean {
  const queue = activityQueue();
  if (queue.waiting.length >= MAX_WAITING || (isUnverified(event) && queue.unverified >= MAX_UNVERIFIED)) {
    countDropped([event]);
    return false;
  }
  queue.waiting.push(event);
  if (isUnverified(event)) queue.unverified += 1;
  return true;
}

/** Takes the oldest events out, to write them. */
export function dequeue(count: number): QueuedEvent[] {
  const queue = activityQueue();
  const taken = queue.waiting.splice(0, count);
  queue.unverified -= taken.filter(isUnverified).length;
  return taken;
}

/**
 * Puts events back that were taken out and not written, before those that came since. What finds no room is dropped: the youngest
 * of them. Counts of dropped events go back to where they were counted.
 */
export function requeue(events: readonly QueuedEvent[]): void {
  const queue = activityQueue();
  const back: QueuedEvent[] = [];
  const room = MAX_WAITING - queue.waiting.length;
  let unverified = 0;
  for (const event of events) {
    const hasRoom = back.length < room && (!isUnverified(event) || queue.unverified + unverified < MAX_UNVERIFIED);
    if (event.kind === "dropped" || !hasRoom) countDropped([event]);
    else {
      if (isUnverified(event)) unverified += 1;
      back.push(event);
    }
  }
  queue.waiting.unshift(...back);
  queue.unverified += unverified;
}

function isUnverified({ ok, pluginKeyId, kind }: QueuedEvent): boolean {
  return !ok && pluginKeyId === null && kind !== "dropped";
}

export function countDropped(events: readonly QueuedEvent[]): void {
  const queue = activityQueue();
  for (const event of events) {
    const name = event.pluginKeyId ?? event.pluginKey ?? "";
    const count = queue.dropped.get(name);
    const lostHere = event.droppedCount ?? 1;
    if (count !== undefined || queue.dropped.size < MAX_NAMES) queue.dropped.set(name, (count ?? 0) + lostHere);
  }
  // Events that are counted as dropped were logged when they were dropped.
  const lost = events.filter(({ kind }) => kind !== "dropped").length;
  countDroppedEvents(lost);
  queue.unlogged += lost;
}

/** An event that records in the events' own place that some are missing. `key`: its text or its id. */
export function droppedEvents(key: string, droppedCount: number): QueuedEvent {
  const event = newEvent("dropped", "not_recorded", false);
  if (key.startsWith("pk_")) event.pluginKey = key;
  else event.pluginKeyId = key;
  event.droppedCount = droppedCount;
  return event;
}

/** An event of this moment. The caller fills in what else is known: thousands a second are made, each of them one object. */
export function newEvent(kind: ActivityKind, code: string, ok: boolean): QueuedEvent {
  return {
    at: performance.now(),
    agoMs: 0,
    pluginKey: null,
    pluginKeyId: null,
    kind,
    code,
    ok,
    provider: null,
    minimumAge: null,
    host: null,
    billed: false,
    reference: null,
    droppedCount: null,
    checkDay: null,
    checkReference: null,
    whyNot: null,
    isCountedOnly: false,
    verificationId: null,
    checkId: null,
  };
}
