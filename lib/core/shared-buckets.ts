import type { Buckets } from "./rate-limiter.ts";
import { exchange } from "./worker-exchange.ts";

/**
 * The same buckets, which count for all workers of this machine. Processes have different clocks, so a worker tells the others by
 * how many milliseconds a bucket fills later, or earlier where a token was put back.
 */
export function sharedBuckets(kind: string, buckets: Buckets): Buckets {
  const publish = exchange(kind, (name, ms) => {
    const now = performance.now();
    const fullAt = buckets.get(name);
    if (ms > 0) buckets.set(name, Math.max(fullAt ?? now, now) + ms);
    else if (fullAt !== undefined) buckets.set(name, fullAt + ms);
    buckets.deleteFull?.(now);
  });
  if (publish === null) return buckets;
  return {
    get: (name) => buckets.get(name),
    set(name, fullAt) {
      const [before, now] = [buckets.get(name), performance.now()];
      publish(name, fullAt - (before !== undefined && (before > now || fullAt < before) ? before : now));
      buckets.set(name, fullAt);
    },
    deleteFull: (now) => buckets.deleteFull?.(now),
  };
}
