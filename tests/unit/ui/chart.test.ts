import { expect, test } from "vitest";
import { axisOf, middleOf, namedOf, sparkPath, stackedBars, unknownRuns } from "#app/_ui/chart.rules.ts";

test.for([
  [0, [4, 3, 2, 1, 0]],
  [1, [4, 3, 2, 1, 0]],
  [4, [4, 3, 2, 1, 0]],
  [5, [8, 6, 4, 2, 0]],
  [9, [12, 9, 6, 3, 0]],
  [256, [280, 210, 140, 70, 0]],
  [280, [280, 210, 140, 70, 0]],
  [281, [320, 240, 160, 80, 0]],
  [1_000, [1000, 750, 500, 250, 0]],
  [40_000, [40_000, 30_000, 20_000, 10_000, 0]],
  [40_001, [60_000, 45_000, 30_000, 15_000, 0]],
] as const)("an axis for %i goes up in equal steps of a round number", ([peak, labels]) => {
  expect(axisOf(peak)).toEqual(labels);
});

test("an axis holds every peak, in whole numbers, and wastes less than half of its height", () => {
  for (let peak = 4; peak < 100_000; peak = Math.ceil(peak * 1.07)) {
    const [top = 0, ...others] = axisOf(peak);
    expect(top).toBeGreaterThanOrEqual(peak);
    expect(top).toBeLessThanOrEqual(peak * 2);
    expect([top, ...others].every(Number.isInteger)).toBe(true);
  }
  expect(axisOf(19, 2)).toEqual([20, 10, 0]);
});

test("bars stand on each other; a zero is a line on the axis, and an unknown day a gap", () => {
  const { paths, zeros } = stackedBars([[50, 25], [0, 0], null, [0, 100], ...Array(8).fill(null)], 2, 100);
  expect(paths).toEqual(["M0.16 100v-50h0.68v50z", "M0.16 50v-25h0.68v25zM3.16 100v-100h0.68v100z"]);
  expect(zeros).toBe("M1.16 100h0.68");
});

test("one of ten thousand can still be seen", () => {
  expect(stackedBars([[1]], 1, 10_000).paths).toEqual(["M0.3 100v-0.7h0.4v0.7z"]);
});

test("a sparkline fits its height and begins anew after a gap", () => {
  expect(sparkPath([0, 5, 10, null, 5])).toBe("M0 19L1 10L2 1M4 10");
  expect(sparkPath([0, 0])).toBe("M0 19L1 19");
});

test("every day of a week is named, and five of a month, at their true place", () => {
  expect(namedOf(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(namedOf(30)).toEqual([0, 7, 15, 22, 29]);
  expect([middleOf(0, 30), middleOf(29, 30)]).toEqual([1.67, 98.33]);
});

test("a gap is named where the word has room", () => {
  const day = [1];
  expect(unknownRuns([null, null, day, null, ...Array(12).fill(day)])).toEqual([{ from: 0, length: 2 }]);
  expect(unknownRuns([day, null, null])).toEqual([{ from: 1, length: 2 }]);
});
