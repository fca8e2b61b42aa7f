import { expect, test } from "vitest";
import { slopeOf } from "#lab/bench/slope.ts";

test("the slope of a line is what it rises by, whatever lies around it evenly", () => {
  const line = Array.from({ length: 60 }, (_, n) => ({ at: n / 60, value: 300 + (7 * n) / 60 }));
  expect(slopeOf(line)).toBeCloseTo(7);
  // Each point twice, as far above the line as below it.
  const noise = line.flatMap(({ at, value }, n) => [
    { at, value: value + (n % 5) },
    { at, value: value - (n % 5) },
  ]);
  expect(slopeOf(noise)).toBeCloseTo(7);
  expect(slopeOf(line.map(({ at }) => ({ at, value: 5 })))).toBe(0);
  expect(slopeOf([{ at: 1, value: 5 }])).toBe(0);
});
