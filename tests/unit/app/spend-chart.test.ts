import { expect, test } from "vitest";
import { peakOf, spendPaths } from "#app/(dashboard)/dashboard/billing/_lib/spend-chart.rules.ts";
import { capReachedAt } from "#lib/billing/forecast.rules.ts";

const FORECAST = { likelyMinor: 80, minMinor: 70, maxMinor: 90 };
const SPEND = { daysOfMonth: 4, days: [10, 0, 30], elapsed: 2.5, forecast: FORECAST, capMinor: 50 };

test("the line rises by what each day has cost, and today's point lies where the day is now", () => {
  const { line, area, today } = spendPaths(SPEND, 100);
  expect(line).toBe("M0 100L1 90L2 90L2.5 60");
  expect(area).toBe("M0 100L0 100L1 90L2 90L2.5 60L2.5 100z");
  expect(today).toEqual({ x: 2.5, y: 60 });
});

test("the forecast and its range go from today to the end of the month", () => {
  const { expected, range } = spendPaths(SPEND, 100);
  expect(expected).toBe("M2.5 60L4 20");
  expect(range).toBe("M2.5 60L4 10L4 30z");
  expect(spendPaths({ ...SPEND, forecast: null }, 100)).toMatchObject({ expected: null, range: null });
});

test("a cap that is near is a line; one far above would flatten the chart and is left out", () => {
  expect(peakOf(SPEND)).toBe(90);
  expect(peakOf({ ...SPEND, capMinor: 200 })).toBe(200);
  expect(peakOf({ ...SPEND, capMinor: 100_000 })).toBe(90);
  expect(spendPaths(SPEND, 100).cap).toBe(50);
  expect(spendPaths({ ...SPEND, capMinor: 100_000 }, 100).cap).toBeNull();
});

test("what was credited beyond the month's checks draws no line below the axis", () => {
  expect(spendPaths({ ...SPEND, days: [-5], elapsed: 1 }, 100).line).toBe("M0 100L1 100");
});

test("the cap is reached where the expected line meets it", () => {
  const now = new Date("2026-11-21T00:00:00Z");
  const at = (capMinor: number, soFar = 40) => capReachedAt(capMinor, soFar, FORECAST, 10, now)?.toISOString();
  expect(at(60)).toBe("2026-11-26T00:00:00.000Z");
  expect(at(80)).toBe("2026-12-01T00:00:00.000Z");
  expect([at(81), at(40), at(30)]).toEqual([undefined, undefined, undefined]);
});
