import type { StepCode } from "#lib/activity/step.rules.ts";
import { daysAfter, daysBetween, HOUR_MS, periodAfter, periodOf, startOf, startOfDay } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";

/** Holds the ids of the keys. The calls move from `old` to `fresh`, which a rotation made. */
export type ExampleKeys = Record<"old" | "fresh" | "test", string>;

type Answer = "answered_yes" | "answered_no";

/** Says what becomes of a check: its steps, each with its seconds after the link, and what the shop's backend hears. */
type Story = { upTo: number; steps: Partial<Record<StepCode, number>>; asked?: Answer };

export type InventedCheck = {
  id: string;
  at: Date;
  pluginKeyId: string;
  mode: Mode;
  provider: ProviderId;
  minimumAge: 16 | 18;
  host: string;
  steps: readonly (readonly [StepCode, number])[];
  asked: Answer | undefined;
};

export const HOSTS = ["shop.example", "tasting.shop.example"] as const;
export const DAYS = 60;
export const ROTATED_DAYS_AGO = 4;
const TEST_DAYS = 14;
const TEST_CHECKS_A_DAY = 5;

/** Lists how checks go, each up to its share of them and of those before. */
const STORIES: readonly Story[] = [
  { upTo: 0.68, steps: { opened: 3, claimed: 9, confirmed: 34 }, asked: "answered_yes" },
  { upTo: 0.78, steps: { opened: 3, claimed: 8, went_back: 41 }, asked: "answered_no" },
  { upTo: 0.87, steps: { opened: 2, claimed: 10, too_young: 38 }, asked: "answered_no" },
  { upTo: 0.9, steps: { opened: 4, claimed: 11 } },
  { upTo: 0.925, steps: {} },
  { upTo: 0.95, steps: { opened: 5 } },
  { upTo: 0.97, steps: { opened: 3, claimed: 9, gave_up: 95 }, asked: "answered_no" },
  { upTo: 0.98, steps: { opened: 3, claimed: 9, eid_down: 21 } },
  { upTo: 0.99, steps: { in_app_browser: 2 } },
  { upTo: 0.995, steps: { opened: 3, other_browser: 160 } },
  { upTo: 1, steps: { opened: 3, cookies_blocked: 6 } },
];
const UNDER_WAY: Story = { upTo: 0, steps: { opened: 4 } };

/** Invents every check up to `now`, the oldest first; for the same moment the same ones. */
export function inventChecks(keys: ExampleKeys, now: Date): InventedCheck[] {
  const first = firstDay(now);
  const days = Array.from({ length: Math.ceil(daysBetween(first, now)) }, (_, n) => daysAfter(first, n));
  const live = days.flatMap((day, n) => momentsOf(day, liveChecksOn(day, n)));
  const tests = days.slice(-TEST_DAYS).flatMap((day) => momentsOf(day, TEST_CHECKS_A_DAY));
  const underWay = [200_000, 75_000].map((agoMs) => new Date(+now - agoMs));
  return [
    ...live.map((at, n) => invented(n, at, "live", keys, now)),
    ...tests.map((at, n) => invented(n, at, "test", keys, now)),
    ...underWay.map((at, n) => invented(n, at, "live", keys, now, UNDER_WAY)),
  ]
    .filter(({ at }) => +at < +now)
    .toSorted((one, other) => +one.at - +other.at);
}

/** Lies sixty days back, or more where that is needed for a month before the last one to have some days. */
export function firstDay(now: Date): Date {
  const lastMonth = startOf(periodAfter(periodOf(now), -1));
  return new Date(Math.min(+daysAfter(startOfDay(now), -DAYS), +daysAfter(lastMonth, -3)));
}

function liveChecksOn(day: Date, n: number): number {
  const isWeekend = [5, 6].includes(day.getUTCDay());
  return Math.round((30 + 2 * ((n * 7) % 11) + n / 4) * (isWeekend ? 2.3 : 1));
}

/** Places so many checks in a day, more of them towards its evening. */
function momentsOf(day: Date, count: number): Date[] {
  return Array.from(
    { length: count },
    (_, n) => new Date(+day + Math.round(24 * HOUR_MS * ((n + 0.5) / count) ** 0.7)),
  );
}

function invented(
  n: number,
  at: Date,
  mode: Mode,
  keys: ExampleKeys,
  now: Date,
  { steps, asked } = STORIES.find(({ upTo }) => spread(n, Math.sqrt(5)) < upTo) ?? UNDER_WAY,
): InventedCheck {
  const moved = ROTATED_DAYS_AGO - daysBetween(at, now);
  const live = spread(n, Math.sqrt(3)) < Math.min(0.9, moved / ROTATED_DAYS_AGO) ? keys.fresh : keys.old;
  const pace = 0.6 + 1.4 * spread(n, Math.sqrt(7));
  return {
    id: uuidV7(+at),
    at,
    pluginKeyId: mode === "test" ? keys.test : live,
    mode,
    provider: spread(n, Math.sqrt(11)) < 0.4 ? "s" : "b",
    minimumAge: spread(n, Math.sqrt(13)) < 0.05 ? 16 : 18,
    host: HOSTS[spread(n, Math.sqrt(17)) < 0.8 ? 0 : 1],
    steps: (Object.entries(steps) as [StepCode, number][]).map(([code, seconds]) => [code, Math.ceil(seconds * pace)]),
    asked,
  };
}

/** Spreads whole numbers over 0 to 1 evenly, by the multiples of an irrational step; with several steps, independently. */
function spread(n: number, step: number): number {
  return ((n + 1) * step) % 1;
}
