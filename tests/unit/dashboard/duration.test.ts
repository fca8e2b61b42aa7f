import { expect, test } from "vitest";
import { duration } from "#app/(dashboard)/dashboard/checks/_lib/check-words.ts";

test.for([
  [0, "< 1 s"],
  [999, "< 1 s"],
  [1_000, "1 s"],
  [59_499, "59 s"],
  [59_500, "1 min 0 s"],
  [125_000, "2 min 5 s"],
] as const)("%i ms are written %s", ([ms, words]) => {
  expect(duration(ms)).toBe(words);
});
