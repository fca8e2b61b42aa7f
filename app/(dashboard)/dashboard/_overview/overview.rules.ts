import { dayOf } from "#lib/base/time.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";

export const PERIODS = [7, 30, 90] as const;
export type Days = (typeof PERIODS)[number];

/** Reads the period that an address names: `days=7`. Thirty days without one. */
export function readDays(given: { days?: string | string[] | undefined }): Days {
  return PERIODS.find((days) => String(days) === given.days) ?? 30;
}

type Shown = { mode: Mode; days: Days };

export function overviewAddress({ mode, days }: Shown): string {
  return addressOf("/dashboard", { mode, ...(days !== 30 && { days: String(days) }) });
}

export function addressOf(path: string, query: Record<string, string>): string {
  const params = new URLSearchParams(query);
  return params.size > 0 ? `${path}?${params}` : path;
}

export function percentOf(part: number, all: number): number {
  return all === 0 ? 0 : (part / all) * 100;
}

/** Writes a number as the reader does. */
export type Count = (value: number) => string;

/** Writes for example "97.3 %"; "100 %" and "0 %" only where it is so. */
export function percentText(part: number, all: number, count: Count): string {
  if (part === 0 || part === all) return part === 0 ? "0 %" : "100 %";
  return `${count(toTenths(Math.min(99.9, Math.max(0.1, percentOf(part, all)))))} %`;
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Tells days before the organization from days without checks: nothing to know is not zero. */
export function isUnknown({ day, made }: { day: string; made: number }, createdAt: Date): boolean {
  return made === 0 && day < dayOf(createdAt);
}

/** Writes for example "70 %", and "99.9 %" where a whole number would say all or none. */
function wholePercentText(part: number, all: number, count: Count): string {
  const whole = Math.round(percentOf(part, all));
  return whole === 0 || whole === 100 ? percentText(part, all, count) : `${count(whole)} %`;
}

/** So many checks have a share worth telling in percent. */
const MIN_CHECKS = 20;

type Share = { made: number; confirmed: number };

/** Writes the one sentence of the page in its parts, such as "70 % confirmed", "6,002 of 8,581 checks". */
export function shareParts({ made, confirmed }: Share, mode: Mode, count: Count): string[] {
  const checks = `${count(confirmed)} of ${count(made)} ${mode === "test" ? "test " : ""}${made === 1 ? "check" : "checks"}`;
  return made < MIN_CHECKS
    ? [`${checks} confirmed`]
    : [`${wholePercentText(confirmed, made, count)} confirmed`, checks];
}

/** `words`: such as "3 points". */
export type Change = { direction: "up" | "down" | null; words: string };

/** Tells the change of the share against the period before; `null`: one of them had too few checks for a share. */
export function changeOf(now: Share, before: Share, count: Count): Change | null {
  if (Math.min(now.made, before.made) < MIN_CHECKS) return null;
  const points = Math.round(percentOf(now.confirmed, now.made) - percentOf(before.confirmed, before.made));
  if (points === 0) return { direction: null, words: "no change" };
  const amount = Math.abs(points);
  return { direction: points > 0 ? "up" : "down", words: `${count(amount)} ${amount === 1 ? "point" : "points"}` };
}

/** Counts the calls that were refused, for all of these reasons. */
export function eventsOf(refused: readonly { events: number }[]): number {
  return refused.reduce((sum, { events }) => sum + events, 0);
}

const MIN_REFUSED = 20;

/** Are there half as many refused calls again as before, and enough of them to be no accident? */
export function isRising(now: number, before: number): boolean {
  return now >= MIN_REFUSED && now >= before * 1.5;
}
