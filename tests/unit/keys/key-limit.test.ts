import { expect, test } from "vitest";
import { isBraked, isKeyLimit, mayMemberSet } from "#lib/keys/plugin-key.rules.ts";

test.for([
  [null, true],
  [0, false],
  [1, true],
  [1.5, false],
  [10_000_000, true],
  [10_000_001, false],
  [-1, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
] as const)("a key's limit may be %j: %j", ([limit, may]) => {
  expect(isKeyLimit(limit)).toBe(may);
});

test.for([
  ["none of its own", null, null, true],
  ["what the plan gives", 600, null, true],
  ["one more than the plan gives", 601, null, false],
  ["what the operator gave to the key", 900, 900, true],
  ["one more than the operator gave to the key", 901, 900, false],
  ["what the plan gives, where the key had less", 600, 60, true],
  ["one more than the plan gives, where the key had less", 601, 60, false],
] as const)("a member sets a limit of %s, of a plan that gives 600", ([, limit, before, may]) => {
  expect(mayMemberSet(limit, before, 600)).toBe(may);
});

test("a brake stops the call after the last that it lets through; a brake of nothing stops the first", () => {
  const isStopped = (acceptedPerHour: number | null, acceptedThisHour: number) =>
    isBraked({ acceptedPerHour, acceptedThisHour });
  expect([isStopped(3, 2), isStopped(3, 3), isStopped(3, 4), isStopped(0, 0)]).toEqual([false, true, true, true]);
});

test("a key without a brake goes on, however many calls it made", () => {
  expect(isBraked({ acceptedPerHour: null, acceptedThisHour: 10_000_000 })).toBe(false);
});
