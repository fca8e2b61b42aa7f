/** Token buckets by name, as `takeFrom` keeps them: when each is full again, by `performance.now()`. */
export type Buckets = { get(name: string): number | undefined; set(name: string, fullAt: number): unknown };

const SWEPT_FROM = 1_024;

/**
 * Forgets the buckets that are full again each time there are twice as many as were left the last time. For names that
 * strangers cannot make up: it forgets none that is not full, however many there are.
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
