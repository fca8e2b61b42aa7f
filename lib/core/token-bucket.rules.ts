/** A bucket holds `quota` tokens and fills evenly within `perMs`. After a burst, calls pass one by one. */
export type Rate = { quota: number; perMs: number };

/** `fullAt`: the time in ms at which the bucket is full again. It is the whole state of a bucket (GCRA). */
export type Taken = { ok: true; fullAt: number } | { ok: false; waitMs: number };

/** Takes one token. `fullAt`: `undefined` for a full bucket. `waitMs`: until the next token. */
export function takeFrom(fullAt: number | undefined, { quota, perMs }: Rate, now: number): Taken {
  const after = Math.max(fullAt ?? now, now) + perMs / quota;
  const waitMs = after - now - perMs;
  // Sums of fractions of a millisecond have rounding errors.
  return waitMs > 1e-3 ? { ok: false, waitMs } : { ok: true, fullAt: after };
}
