import fc from "fast-check";
import { expect, test } from "vitest";
import { takeFrom } from "#lib/limits/rate-limiter.ts";

const RATE = { quota: 6, perMs: 60_000 };

/** Takes at each of these moments; answers which were given. */
function takenAt(moments: number[], rate = RATE): boolean[] {
  let fullAt: number | undefined;
  return moments.map((now) => {
    const taken = takeFrom(fullAt, rate, now);
    if (taken.ok) fullAt = taken.fullAt;
    return taken.ok;
  });
}

test("a full bucket gives its quota at once, and then no more", () => {
  expect(takenAt(Array(8).fill(0))).toEqual([...Array(6).fill(true), false, false]);
});

test("after a burst one comes back at a time, not all at the end of a minute", () => {
  expect(takenAt([...Array(6).fill(0), 9_999, 10_000, 10_001, 20_000])).toEqual([
    ...Array(6).fill(true),
    false,
    true,
    false,
    true,
  ]);
});

test("what it says to wait is when there is one again", () => {
  const taken = takeFrom(60_000, RATE, 0);
  expect(taken).toEqual({ ok: false, waitMs: 10_000 });
  expect(takeFrom(60_000, RATE, 10_000)).toEqual({ ok: true, fullAt: 70_000 });
});

test("asking an empty bucket empties it no further", () => {
  expect(takenAt([...Array(6).fill(0), ...Array(1_000).fill(5_000), 10_000]).at(-1)).toBe(true);
});

test("a bucket that was left alone is full, and no fuller", () => {
  expect(takenAt([...Array(6).fill(0), ...Array(8).fill(600_000)]).slice(6)).toEqual([
    ...Array(6).fill(true),
    false,
    false,
  ]);
});

test("over any time it gives at most its quota and what flowed in", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 50 }), (waits, quota) => {
      let now = 0;
      const moments = waits.map((wait) => (now += wait));
      const given = takenAt(moments, { quota, perMs: 60_000 }).filter(Boolean).length;
      expect(given).toBeLessThanOrEqual(quota + (now / 60_000) * quota + 1e-6);
    }),
  );
});
