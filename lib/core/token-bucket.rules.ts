/** A bucket holds `quota` and fills up evenly within `perMs`: after a burst, calls trickle through one by one. */
export type Rate = { quota: number; perMs: number };

/** `fullAt`: when the bucket is full again if nobody takes more, in ms; `undefined` for one that is full. That number is all of its state (GCRA). */
export type Taken = { ok: true; fullAt: number } | { ok: false; waitMs: number };

/** Takes one out of the bucket. `waitMs`: until there is one again. */
export function takeFrom(fullAt: number | undefined, { quota, perMs }: Rate, now: number): Taken {
  const after = Math.max(fullAt ?? now, now) + perMs / quota;
  const waitMs = after - now - perMs;
  // Sums of fractions of a millisecond are not exact.
  return waitMs > 1e-3 ? { ok: false, waitMs } : { ok: true, fullAt: after };
}
