import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasLargeBody, takingTurns } from "#server/turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [STRANGER, MEMBER] = ["192.0.2.1", "192.0.2.2"];

test("large bodies of a caller are taken one every 20 ms, and those that would wait for more than three seconds are not", async () => {
  const turn = takingTurns();
  const from = performance.now();
  const taken: number[] = [];
  const answers = Array.from({ length: 200 }, async () => {
    const isTaken = await turn(STRANGER);
    if (isTaken) taken.push(performance.now() - from);
    return isTaken;
  });
  await vi.runAllTimersAsync();
  expect(taken).toEqual(Array.from({ length: 151 }, (_, n) => 20 * n));
  expect((await Promise.all(answers)).filter((isTaken) => !isTaken)).toHaveLength(49);
  // Once nobody waits, nobody has to.
  vi.advanceTimersByTime(20);
  expect(await turn(STRANGER)).toBe(true);
});

test("a caller never waits for another one", async () => {
  const turn = takingTurns();
  const strangers = Array.from({ length: 200 }, () => turn(STRANGER));
  expect(await turn(MEMBER)).toBe(true);
  await vi.runAllTimersAsync();
  await Promise.all(strangers);
});

test.for([
  [{}, false],
  [{ "content-length": "0" }, false],
  [{ "content-length": "8192" }, false],
  [{ "content-length": "8193" }, true],
  [{ "transfer-encoding": "chunked" }, true],
] as const)("%o announces a large body: %s", ([headers, isLarge]) => {
  expect(hasLargeBody({ headers } as unknown as IncomingMessage)).toBe(isLarge);
});
