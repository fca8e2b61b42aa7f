/**
 * Counts faults that come many times a second while they last: how many of a kind came since one was logged, or `null` where one
 * was less than `everyMs` ago. `now`: in milliseconds.
 */
export function countRepeats(everyMs = 60_000): (kind: string, now: number) => number | null {
  const known = new Map<string, { loggedAt: number; count: number }>();
  return (kind, now) => {
    const { loggedAt, count } = known.get(kind) ?? { loggedAt: Number.NEGATIVE_INFINITY, count: 0 };
    const isDue = now - loggedAt >= everyMs;
    known.set(kind, isDue ? { loggedAt: now, count: 0 } : { loggedAt, count: count + 1 });
    return isDue ? count + 1 : null;
  };
}
