import { LRUCache } from "lru-cache";

/**
 * So many refused calls of one key are recorded a minute, and as many of its checks and of its visitors' steps. The key is
 * public: whoever hammers at it must not fill 30 days of records, and the 121st says nothing that the others have not said.
 */
const MAX_REFUSED = 120;
const WINDOW_MS = 60_000;
/** As many keys as are counted at once. */
const MAX_KEYS = 16_384;

type Window = { since: number; refused: number; dropped: number };

const windows = new LRUCache<string, Window>({ max: MAX_KEYS });

/** True: this one is too many. How many there were is told once, when its minute is over. `name`: a key, and of what kind. */
export function isTooMany(name: string, tell: (dropped: number) => void, now = Date.now()): boolean {
  const found = windows.get(name);
  const window = found && now - found.since < WINDOW_MS ? found : { since: now, refused: 0, dropped: 0 };
  if (window !== found) windows.set(name, window);
  window.refused += 1;
  if (window.refused <= MAX_REFUSED) return false;
  window.dropped += 1;
  if (window.dropped === 1) setTimeout(() => tell(window.dropped), window.since + WINDOW_MS - now).unref();
  return true;
}
