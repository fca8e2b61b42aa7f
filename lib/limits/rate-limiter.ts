/** A bucket holds `quota` tokens and fills evenly within `perMs`. After a burst, calls pass one by one. */
export type Rate = { quota: number; perMs: number };

/** `fullAt`: the time in ms at which the bucket is full again. It is the whole state of a bucket (GCRA). */
type Taken = { ok: true; fullAt: number } | { ok: false; waitMs: number };

/** Takes one token. `fullAt`: `undefined` for a full bucket. `waitMs`: until the next token. */
export function takeFrom(fullAt: number | undefined, { quota, perMs }: Rate, now: number): Taken {
  const after = Math.max(fullAt ?? now, now) + perMs / quota;
  const waitMs = after - now - perMs;
  // Sums of fractions of a millisecond have rounding errors.
  return waitMs > 1e-3 ? { ok: false, waitMs } : { ok: true, fullAt: after };
}

/**
 * Token buckets by name: the time at which each is full again, by `performance.now()`. An LRU cache drops the oldest ones;
 * others have to delete those that are full.
 */
export type Buckets = {
  get(name: string): number | undefined;
  set(name: string, fullAt: number): unknown;
  deleteFull?(now: number): void;
};

/** Takes a token. Answers `null`, or the milliseconds until the next token where the bucket is empty. */
export function takeToken(buckets: Buckets, name: string, rate: Rate, now: number): number | null {
  const taken = takeFrom(buckets.get(name), rate, now);
  if (taken.ok) buckets.set(name, taken.fullAt);
  buckets.deleteFull?.(now);
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

const SWEPT_A_CALL = 2;

/**
 * Buckets for names that strangers cannot invent. Every call looks at the next two of them and deletes those that are full, so
 * that no call waits for a sweep of all. A bucket that is not full is never deleted.
 */
export function sweptBuckets(): Buckets {
  const buckets = new Map<string, number>();
  let sweep = buckets.entries();
  return {
    get: (name) => buckets.get(name),
    set: (name, fullAt) => buckets.set(name, fullAt),
    deleteFull(now) {
      for (let n = 0; n < SWEPT_A_CALL; n += 1) {
        const { done, value } = sweep.next();
        if (done) sweep = buckets.entries();
        else if (value[1] <= now) buckets.delete(value[0]);
      }
    },
  };
}
