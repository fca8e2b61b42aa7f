import { expect, test } from "vitest";
import { type KeyCalls, rotationLanes } from "#app/(dashboard)/dashboard/keys/_lib/rotation.rules.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(+NOW - ms);
const inTime = (ms: number) => new Date(+NOW + ms);
const QUIET = Array.from({ length: 24 }, () => 0);

function calls(facts: Partial<KeyCalls>): KeyCalls {
  return { createdAt: ago(400 * DAY_MS), callsByHour: QUIET, days: [], ...facts };
}

test("a young rotation is drawn by hours, over the last day and until its end", () => {
  const old = calls({ callsByHour: QUIET.map((_, n) => 24 - n) });
  const fresh = calls({ createdAt: ago(3 * HOUR_MS), callsByHour: QUIET.map((_, n) => Math.max(0, n - 20)) });
  const lanes = rotationLanes({ old, fresh, endsAt: inTime(DAY_MS) }, NOW);
  expect([lanes.old.length, lanes.old[0]?.y, lanes.old.at(-1)?.y]).toEqual([24, 24, 1]);
  // The new key has no points before it was made, but for the hour in which that was.
  expect(lanes.fresh.map(({ y }) => y)).toEqual([0, 1, 2, 3]);
  expect([lanes.nowX, lanes.endX, lanes.max]).toEqual([47, 94, 24]);
  expect(lanes.old.at(-1)?.x).toBe(47);
  expect(lanes.startX).toBeCloseTo(41.1, 1);
});

test("an older one is drawn by days, as calls an hour, from as long before it as it has taken", () => {
  const days = Array.from({ length: 9 }, (_, n) => ({ day: dayOf(ago((8 - n) * DAY_MS)), calls: 240 }));
  const old = calls({ days });
  const fresh = calls({ createdAt: ago(4 * DAY_MS), days: days.slice(4).map((one) => ({ ...one, calls: 120 })) });
  const lanes = rotationLanes({ old, fresh, endsAt: inTime(4 * DAY_MS) }, NOW);
  expect(lanes.old.map(({ y }) => y).slice(0, -1)).toEqual(Array.from({ length: lanes.old.length - 1 }, () => 10));
  // Half of today is over, so 240 calls are 20 an hour.
  expect(lanes.old.at(-1)).toEqual({ x: lanes.nowX, y: 20 });
  expect(lanes.fresh.at(0)?.x).toBeGreaterThan(lanes.startX ?? 100);
  expect(lanes.startX).toBeCloseTo(31.3, 1);
  expect(lanes.nowX).toBeCloseTo(62.7, 1);
});

test("a day without a call is a zero, and keys without any are a line at the bottom", () => {
  const lanes = rotationLanes(
    { old: calls({}), fresh: calls({ createdAt: ago(5 * DAY_MS) }), endsAt: inTime(HOUR_MS) },
    NOW,
  );
  expect(new Set([...lanes.old, ...lanes.fresh].map(({ y }) => y))).toEqual(new Set([0]));
  expect(lanes.max).toBe(1);
  for (const { x } of [...lanes.old, ...lanes.fresh]) expect(x >= 0 && x <= lanes.nowX).toBe(true);
});

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
