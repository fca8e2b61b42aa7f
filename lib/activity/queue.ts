import type { NewActivity } from "#db/queries/activity-event.ts";

/**
 * What waits to be written. `at`: when it happened, on the monotonic clock of this process (`performance.now()`), which no
 * step of the wall clock moves. The check that it is about is known by its id until then, and by its reference after.
 */
export type QueuedEvent = Omit<NewActivity, "agoMs"> & { at: number; verificationId: string | null };

/** As many as may wait: whatever the database does, this is all the memory that it can cost. */
const MAX_WAITING = 10_000;
/**
 * As many of them as may be refused calls that name a key by its text. Anybody can make up such keys, and must not take the
 * places of what really happened to somebody's check.
 */
const MAX_UNPROVEN = 2_000;
/** As many keys as dropped events are counted for. */
const MAX_NAMES = 1_000;

type Queue = {
  waiting: QueuedEvent[];
  /** How many of those are refused calls that name a key by its text. */
  unproven: number;
  /** How many events of each key were dropped and not yet told, by the key's text or id. */
  dropped: Map<string, number>;
  /** The same, of all keys, since the log was last told. */
  unlogged: number;
  /** The moment of the youngest event that was written, in milliseconds of the database's clock. */
  newest: number | null;
  timer: NodeJS.Timeout | null;
  flushing: Promise<void> | null;
};

const NAME = Symbol.for("ageway.activity");

/** The queue of this process. The production entry and Next's build each carry this module, and there must be one queue. */
export function activityQueue(): Queue {
  const place = globalThis as { [NAME]?: Queue };
  place[NAME] ??= {
    waiting: [],
    unproven: 0,
    dropped: new Map(),
    unlogged: 0,
    newest: null,
    timer: null,
    flushing: null,
  };
  return place[NAME];
}

/** False: there was no room, and it is counted as dropped. */
export function enqueue(event: QueuedEvent): boolean {
  const queue = activityQueue();
  if (queue.waiting.length >= MAX_WAITING || (isUnproven(event) && queue.unproven >= MAX_UNPROVEN)) {
    countDropped([event]);
    return false;
  }
  queue.waiting.push(event);
  if (isUnproven(event)) queue.unproven += 1;
  return true;
}

/** The oldest, to be written. */
export function dequeue(count: number): QueuedEvent[] {
  const queue = activityQueue();
  const taken = queue.waiting.splice(0, count);
  queue.unproven -= taken.filter(isUnproven).length;
  return taken;
}

function isUnproven({ ok, pluginKeyId, kind }: QueuedEvent): boolean {
  return !ok && pluginKeyId === null && kind !== "gap";
}

export function countDropped(events: readonly QueuedEvent[]): void {
  const queue = activityQueue();
  for (const event of events) {
    const name = event.pluginKeyId ?? event.pluginKey ?? "";
    const count = queue.dropped.get(name);
    const lost = event.droppedCount ?? 1;
    if (count !== undefined || queue.dropped.size < MAX_NAMES) queue.dropped.set(name, (count ?? 0) + lost);
  }
  // What a gap stands for was logged when it was dropped.
  queue.unlogged += events.filter(({ kind }) => kind !== "gap").length;
}
