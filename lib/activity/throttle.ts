import { LRUCache } from "lru-cache";

/**
 * How many refused calls of one key are recorded in a minute; as many again of its checks, of its visitors' steps, and of what no
 * stranger can make up. The key is public, and a flood of calls must not fill 30 days of records.
 */
const MAX_REFUSED = 120;
const WINDOW_MS = 60_000;
/** How many keys are counted at once. */
const MAX_KEYS = 16_384;

type Window = { since: number; refused: number; dropped: number };

const windows = new LRUCache<string, Window>({ max: MAX_KEYS });

/**
 * True: this event is one too many of its minute. `report` hears once, when the minute is over, how many were dropped. `name`:
 * the key, the kind of event, and whose it can be.
 */
export function isThrottled(name: string, report: (dropped: number) => void, now = performance.now()): boolean {
  const found = windows.get(name);
  const window = found && now - found.since < WINDOW_MS ? found : { since: now, refused: 0, dropped: 0 };
  if (window !== found) windows.set(name, window);
  window.refused += 1;
  if (window.refused <= MAX_REFUSED) return false;
  window.dropped += 1;
  if (window.dropped === 1) setTimeout(() => report(window.dropped), window.since + WINDOW_MS - now).unref();
  return true;
}
