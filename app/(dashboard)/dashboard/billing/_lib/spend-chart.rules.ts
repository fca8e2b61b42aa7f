import { linePath, type Point, round } from "#app/_ui/chart.rules.ts";
import type { Forecast } from "#lib/billing/forecast.rules.ts";

/** Holds what each day of the month has cost, the first day first; days to come are left out. */
export type Spend = {
  daysOfMonth: number;
  days: readonly number[];
  elapsed: number;
  forecast: Forecast | null;
  capMinor: number | null;
};

/** Above so many times what is spent or expected, the cap would flatten the line, so it is not drawn. */
const MAX_CAP_TIMES = 4;

/** Finds the highest amount that the axis must hold. */
export function peakOf({ days, forecast, capMinor }: Spend): number {
  const peak = Math.max(...sumsOf(days), forecast?.maxMinor ?? 0);
  return capMinor !== null && capMinor <= Math.max(1, peak) * MAX_CAP_TIMES ? Math.max(peak, capMinor) : peak;
}

/**
 * Draws the sum so far and the forecast: a day is one unit wide, and heights are percent from the top. `today`: where the line of
 * the sum ends; `cap`: the height of the cap's line.
 */
export function spendPaths(spend: Spend, top: number) {
  const { daysOfMonth, days, elapsed, forecast, capMinor } = spend;
  const y = (minor: number) => round(100 - (Math.max(0, minor) / top) * 100);
  const sums = sumsOf(days);
  // The last day ends now, and all days before it at midnight.
  const points: Point[] = sums.map((sum, n) => ({ x: n < sums.length - 1 ? n : round(elapsed), y: y(sum) }));
  const today = points.at(-1) ?? { x: 0, y: 100 };
  const to = (minor: number) => `L${daysOfMonth} ${y(minor)}`;
  const from = `M${today.x} ${today.y}`;
  return {
    line: linePath(points),
    area: `M0 100${linePath(points).replace("M", "L")}L${today.x} 100z`,
    expected: forecast && `${from}${to(forecast.likelyMinor)}`,
    range: forecast && `${from}${to(forecast.maxMinor)}${to(forecast.minMinor)}z`,
    today,
    cap: capMinor !== null && capMinor <= top ? y(capMinor) : null,
  };
}

/** Sums at the start of the month and at the end of each day. */
function sumsOf(days: readonly number[]): number[] {
  const sums = [0];
  for (const minor of days) sums.push((sums.at(-1) ?? 0) + minor);
  return sums;
}
