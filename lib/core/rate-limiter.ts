import { type Rate, takeFrom } from "./token-bucket.rules.ts";

/** Token buckets by name: the time at which each is full again, by `performance.now()`. A `Map` or an LRU cache. */
export type Buckets = { get(name: string): number | undefined; set(name: string, fullAt: number): unknown };

/** Takes a token. Answers `null`, or the milliseconds until the next token where the bucket is empty. */
export function takeToken(buckets: Buckets, name: string, rate: Rate, now: number): number | null {
  const taken = takeFrom(buckets.get(name), rate, now);
  if (taken.ok) buckets.set(name, taken.fullAt);
  return taken.ok ? null : taken.waitMs;
}

/** The same answer, without taking the token. */
export function waitForToken(buckets: Buckets, name: string, rate: Rate, now: number): number | null {
  const taken = takeFrom(buckets.get(name), rate, now);
  return taken.ok ? null : taken.waitMs;
}

/** Puts a token back that `takeToken` took. */
export function returnToken(buckets: Buckets, name: string, { quota, perMs }: Rate): void {
  const fullAt = buckets.get(name);
  if (fullAt !== undefined) buckets.set(name, fullAt - perMs / quota);
}

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
