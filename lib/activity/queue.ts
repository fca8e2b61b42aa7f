import type { NewActivity } from "#db/queries/activity.ts";

/** What waits to be written. The check that it is about is known by its id until then, and by its reference after. */
export type Waiting = NewActivity & { verificationId: string | null };

/** As many as may wait: whatever the database does, this is all the memory that it can cost. */
const MOST_WAITING = 10_000;
/** As many keys as dropped events are counted for. */
const MOST_NAMES = 1_000;

type Queue = {
  waiting: Waiting[];
  /** How many events of each key were dropped and not yet told, by the key's text or id. */
  dropped: Map<string, number>;
  /** The same, of all keys, since the log was last told. */
  unlogged: number;
  timer: NodeJS.Timeout | null;
  flushing: Promise<void> | null;
};

const NAME = Symbol.for("ageway.activity");

/** The queue of this process. The production entry and Next's build each carry this module, and there must be one queue. */
export function activityQueue(): Queue {
  const place = globalThis as { [NAME]?: Queue };
  place[NAME] ??= { waiting: [], dropped: new Map(), unlogged: 0, timer: null, flushing: null };
  return place[NAME];
}

/** False: there was no room, and it is counted as dropped. */
export function enqueue(event: Waiting): boolean {
  const { waiting } = activityQueue();
  if (waiting.length >= MOST_WAITING) {
    countDropped([event]);
    return false;
  }
  waiting.push(event);
  return true;
}

export function countDropped(events: readonly Waiting[]): void {
  const queue = activityQueue();
  for (const event of events) {
    const name = event.pluginKeyId ?? event.pluginKey ?? "";
    const count = queue.dropped.get(name);
    const lost = event.gapCount ?? 1;
    if (count !== undefined || queue.dropped.size < MOST_NAMES) queue.dropped.set(name, (count ?? 0) + lost);
  }
  queue.unlogged += events.length;
}
