/** Token buckets by name: the time at which each is full again, by `performance.now()`. */
export type Buckets = { get(name: string): number | undefined; set(name: string, fullAt: number): unknown };

const SWEPT_FROM = 1_024;

/**
 * Buckets for names that strangers cannot invent. It deletes full ones whenever their number has doubled since the last time,
 * and never a bucket that is not full.
 */
export function sweptBuckets(): Buckets {
  const buckets = new Map<string, number>();
  let sweepAt = SWEPT_FROM;
  return {
    get: (name) => buckets.get(name),
    set(name, fullAt) {
      buckets.set(name, fullAt);
      if (buckets.size < sweepAt) return;
      const now = performance.now();
      for (const [one, at] of buckets) if (at <= now) buckets.delete(one);
      sweepAt = Math.max(SWEPT_FROM, 2 * buckets.size);
    },
  };
}
