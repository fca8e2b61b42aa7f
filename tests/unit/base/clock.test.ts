import { expect, test } from "vitest";
import { differenceOf } from "#lib/base/clock.rules.ts";

test.for([
  ["within the way there and back, they agree", 1_000, 0],
  ["when the question left", 0, 0],
  ["when the answer came", 2_000, 0],
  ["before the question left, ours is ahead", -1, 1],
  ["after the answer came, ours is behind", 2_500, -500],
] as const)("read %s", ([, theirs, difference]) => {
  expect(differenceOf({ asked: 0, answered: 2_000, theirs })).toBe(difference);
});
