import type { NewActivity } from "#db/queries/activity-event.ts";
import { gauge, lostEvents } from "#lib/observe/metrics.ts";
import type { ActivityKind } from "./activity.rules.ts";
import { wentWell } from "./activity.rules.ts";

/**
 * An event that waits to be written. `at`: when it happened, by `performance.now()`, which no change of the wall clock moves.
 * It names its verification by id, and what is written of it only by reference. `checkId`: of a token check, the verification,
 * where members may see both together.
 */
export type QueuedEvent = Omit<NewActivity, "agoMs" | "checkDay" | "checkReference"> & {
  at: number;
  verificationId?: string | null;
  checkId?: string | null;
};

/** Bounds the events that wait, and so the memory that a slow database can cost. */
const MAX_WAITING = 10_000;
/**
 * Bounds those of them that are refused calls and name a key by its text. Anybody can invent such keys, and they must
 * not displace the events of real checks.
 */
const MAX_UNVERIFIED = 2_000;
/** Bounds the keys that have a count of dropped events of their own. */
const MAX_NAMES = 1_000;

type Queue = {
  waiting: QueuedEvent[];
  /** Counts the events of each key that were dropped and are not in the record yet, by the key's text or id. */
  dropped: Map<string, number>;
  /** Counts the events of all keys that were dropped since the last line in the log. */
  unlogged: number;
  /** Hears of each event that waits. `null`: this process writes nothing by itself. */
  wake: (() => void) | null;
};

const NAME = Symbol.for("ageway.activity");

/** Holds the queue of this process: one, although the production entry and Next's build each contain this module. */
export function activityQueue(): Queue {
  const place = globalThis as { [NAME]?: Queue };
  place[NAME] ??= { waiting: [], dropped: new Map(), unlogged: 0, wake: null };
  return place[NAME];
}

gauge("ageway_activity_waiting", "Events of the activity record that are not written yet", () => [
  [{}, activityQueue().waiting.length],
]);

/** Lets an event wait, to be written soon. Where there is no room for it, it is counted as dropped. */
export function enqueue(event: QueuedEvent): void {
  const { waiting, wake } = activityQueue();
  if (hasRoomFor(event, waiting)) {
    waiting.push(event);
    wake?.();
  } else countDropped([event]);
}

/** Takes the oldest events out, to write them. */
export function dequeue(count: number): QueuedEvent[] {
  return activityQueue().waiting.splice(0, count);
}

/**
 * Puts events back that were taken out and not written, before those that came since. What finds no room is dropped: the youngest
 * of them. Counts of dropped events go back to where they were counted.
 */
export function requeue(events: readonly QueuedEvent[]): void {
  const queue = activityQueue();
  // In any order: only how many there are decides.
  const all = [...queue.waiting];
  const back = events.filter((event) => event.kind !== "dropped" && hasRoomFor(event, all) && all.push(event));
  countDropped(events.filter((event) => !back.includes(event)));
  queue.waiting.unshift(...back);
}

function hasRoomFor(event: QueuedEvent, waiting: readonly QueuedEvent[]): boolean {
  if (waiting.length >= MAX_WAITING) return false;
  if (waiting.length < MAX_UNVERIFIED || !isUnverified(event)) return true;
  return waiting.filter(isUnverified).length < MAX_UNVERIFIED;
}

function isUnverified({ ok, pluginKeyId, kind }: QueuedEvent): boolean {
  return !ok && !pluginKeyId && kind !== "dropped";
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
  lostEvents.inc(lost);
  queue.unlogged += lost;
}

/** Makes an event that records in the events' own place that some are missing. `key`: its text or its id. */
export function droppedEvents(key: string, droppedCount: number): QueuedEvent {
  return newEvent("dropped", "not_recorded", {
    droppedCount,
    [key.startsWith("pk_") ? "pluginKey" : "pluginKeyId"]: key,
  });
}

/** Makes an event of this moment. */
export function newEvent(
  kind: ActivityKind,
  code: string,
  facts: Omit<QueuedEvent, "at" | "kind" | "code" | "ok">,
): QueuedEvent {
  return { ...facts, at: performance.now(), kind, code, ok: wentWell(kind, code) };
}
