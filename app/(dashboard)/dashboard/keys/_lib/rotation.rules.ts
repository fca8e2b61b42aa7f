import type { Point } from "#app/_ui/chart.rules.ts";
import { dayOf, daysAfter, daysBetween, daysMs, HOUR_MS, startOfDay } from "#lib/base/time.rules.ts";

/** Counts the calls of one key. `callsByHour`: of the last 24 hours; `days`: of each UTC day with calls; both the oldest first. */
export type KeyCalls = {
  createdAt: Date;
  callsByHour: readonly number[];
  days: readonly { day: string; calls: number }[];
};

/** `x`: 0 to 100 over the time that is shown; `y`: calls an hour. `startX`: when the new key was made; `null`: before. */
export type RotationLanes = {
  old: Point[];
  fresh: Point[];
  max: number;
  startX: number | null;
  nowX: number;
  endX: number;
};

/** The counters of hours reach back one day, so an older rotation is drawn by days. */
const BY_HOUR_MS = daysMs(2);
const MAX_BEFORE_MS = daysMs(7);
const END_X = 94;

/** Draws the calls an hour of the old and the new key, from a while before the rotation to the end of the old one. */
export function rotationLanes(
  { old, fresh, endsAt }: { old: KeyCalls; fresh: KeyCalls; endsAt: Date },
  now: Date,
): RotationLanes {
  const elapsed = +now - +fresh.createdAt;
  const isByHour = elapsed < BY_HOUR_MS;
  const from = isByHour ? +daysAfter(now, -1) : +fresh.createdAt - Math.min(elapsed, MAX_BEFORE_MS);
  const xOf = (at: number) => ((at - from) / (+endsAt - from)) * END_X;
  const pointsOf = (calls: KeyCalls) =>
    (isByHour ? ratesOfHours(calls, now) : ratesOfDays(calls, from, now))
      .filter(({ at }) => at >= from && at > +calls.createdAt - HOUR_MS)
      .map(({ at, rate }) => ({ x: xOf(at), y: rate }));
  const [oldPoints, freshPoints] = [pointsOf(old), pointsOf(fresh)];
  const startX = xOf(+fresh.createdAt);
  return {
    old: oldPoints,
    fresh: freshPoints,
    max: Math.max(1, ...[...oldPoints, ...freshPoints].map(({ y }) => y)),
    startX: startX < 0 ? null : startX,
    nowX: xOf(+now),
    endX: END_X,
  };
}

function ratesOfHours({ callsByHour }: KeyCalls, now: Date) {
  return callsByHour.map((rate, n) => ({ at: +now - (callsByHour.length - 1 - n) * HOUR_MS, rate }));
}

/** The first day of a key and today are not whole. */
function ratesOfDays({ createdAt, days }: KeyCalls, from: number, now: Date) {
  const counted = new Map(days.map(({ day, calls }) => [day, calls]));
  const first = startOfDay(from);
  const starts = Array.from({ length: Math.ceil(daysBetween(first, now)) }, (_, n) => daysAfter(first, n));
  return starts.flatMap((start) => {
    const [since, until] = [Math.max(+start, +createdAt), Math.min(+daysAfter(start, 1), +now)];
    if (until - since < HOUR_MS) return [];
    const calls = counted.get(dayOf(start)) ?? 0;
    return [{ at: until === +now ? +now : (since + until) / 2, rate: calls / ((until - since) / HOUR_MS) }];
  });
}
