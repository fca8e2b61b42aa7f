import { expect, onTestFinished, test, vi } from "vitest";
import { poll } from "#app/(dashboard)/dashboard/connect/_lib/poll.ts";

/** Questions that wait for their answers. */
function asked() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers: ((goesOn: boolean) => void)[] = [];
  const stop = poll(() => new Promise((answer) => answers.push(answer)), 2_000);
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return answers.length;
  };
  return { after, stop, answer: (goesOn: boolean) => answers.at(-1)?.(goesOn) };
}

test("the next question waits for the answer of the last", async () => {
  const { after, answer } = asked();
  expect(await after(10_000)).toBe(1);
  answer(true);
  expect(await after(2_000)).toBe(2);
});

test("nothing is asked after a false, or once it is stopped", async () => {
  const ended = asked();
  await ended.after(2_000);
  ended.answer(false);
  expect(await ended.after(10_000)).toBe(1);
  const stopped = asked();
  await stopped.after(2_000);
  stopped.stop();
  stopped.answer(true);
  expect(await stopped.after(10_000)).toBe(1);
});
