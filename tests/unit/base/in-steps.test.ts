import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inSteps } from "#lib/base/in-steps.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A step that takes so long, of which there are so many. */
function stepsOf(ms: number, count: number) {
  const begun: number[] = [];
  const step = async () => {
    begun.push(performance.now());
    await new Promise((next) => setTimeout(next, ms));
    return begun.length < count;
  };
  return { step, begun };
}

test("a job rests after each step for as long as it took, a quarter of a second at most, and ends with the last one", async () => {
  for (const [ms, rest] of [
    [40, 40],
    [5_000, 250],
  ] as const) {
    const { step, begun } = stepsOf(ms, 3);
    const from = performance.now();
    const over = inSteps(step).then(() => performance.now() - from);
    await vi.runAllTimersAsync();
    expect(begun.map((at) => at - from)).toEqual([0, ms + rest, 2 * (ms + rest)]);
    expect(await over).toBe(3 * ms + 2 * rest);
  }
});

test("a step that fails ends the job with its fault", async () => {
  await expect(inSteps(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
});
