import { daysAfter } from "#lib/base/time.rules.ts";

/** Holds what a month is expected to cost, in minor units. Four of five such months end between `minMinor` and `maxMinor`. */
export type Forecast = { likelyMinor: number; minMinor: number; maxMinor: number };

/** A forecast needs at least 7 whole days of history. */
export const FORECAST_NEEDS_DAYS = 7;
/** It uses the latest 28 days: four of each weekday. */
const MAX_HISTORY_DAYS = 28;
/** 80 % of a normal distribution lie within 1.2816 standard deviations. */
const Z = 1.2816;

/**
 * Expects the mean of the last days for each day left (`leftDays`, with the rest of today), in a range by their
 * variance, never below `soFarMinor`. `days`: the cost of whole days before today, the oldest first. `null`: too few.
 */
export function forecastOf(soFarMinor: number, days: readonly number[], leftDays: number): Forecast | null {
  if (days.length < FORECAST_NEEDS_DAYS) return null;
  const known = days.slice(-MAX_HISTORY_DAYS);
  const mean = known.reduce((sum, day) => sum + day, 0) / known.length;
  const variance = known.reduce((sum, day) => sum + (day - mean) ** 2, 0) / (known.length - 1);
  const spread = Z * Math.sqrt(variance * (leftDays + leftDays ** 2 / known.length));
  const likely = soFarMinor + mean * leftDays;
  return {
    likelyMinor: Math.round(Math.max(soFarMinor, likely)),
    minMinor: Math.round(Math.max(soFarMinor, likely - spread)),
    maxMinor: Math.round(Math.max(soFarMinor, likely + spread)),
  };
}

/** Says when the cost reaches a cap, if each day of the rest of the month costs the same; `null`: not in this month. */
export function capReachedAt(
  capMinor: number,
  soFarMinor: number,
  { likelyMinor }: Forecast,
  leftDays: number,
  now: Date,
): Date | null {
  if (capMinor <= soFarMinor || likelyMinor < capMinor) return null;
  return daysAfter(now, ((capMinor - soFarMinor) / (likelyMinor - soFarMinor)) * leftDays);
}
