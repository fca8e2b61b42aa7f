import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { asRequest } from "#lib/observe/request-context.ts";
import { CallerGoneError, DeadlineError } from "#lib/runtime/with-timeout.ts";
import { batched } from "#lib/verification/batch.ts";

/** Those who asked have entered by then, and their batch has begun. */
async function turns() {
  for (let n = 0; n < 3; n += 1) await turn();
}

/** Batches that are answered one by one, by hand. `by`: asks as a caller who may leave, and who is answered by a moment at the latest. */
function byHand(options: Parameters<typeof batched>[1] = {}) {
  const batches: { asks: readonly number[]; answer: () => void }[] = [];
  const ask = batched(
    (asks: readonly number[]) =>
      new Promise<number[]>((resolve) => batches.push({ asks, answer: () => resolve([...asks]) })),
    options,
  );
  const by = (n: number, answeredBy = Number.POSITIVE_INFINITY) => {
    const connection = { writable: true };
    const answer = asRequest({ peer: "", connection, answeredBy }, () => ask(n));
    const leave = () => {
      connection.writable = false;
    };
    return { answer, leave };
  };
  return { ask, by, batches, asked: () => batches.map(({ asks }) => asks) };
}

test("nothing is begun for a caller who left while the batch before it ran", async () => {
  const { by, batches, asked } = byHand();
  const [first, gone, stays] = [by(1), by(2), by(3)];
  await turns();
  const [later, lost] = [by(4), by(5)];
  await turns();
  lost.leave();
  batches[0]?.answer();
  expect(await Promise.all([first, gone, stays].map(({ answer }) => answer))).toEqual([1, 2, 3]);
  await expect(lost.answer).rejects.toThrow(CallerGoneError);
  expect(asked()).toEqual([[1, 2, 3], [4]]);
  batches[1]?.answer();
  expect(await later.answer).toBe(4);
});

test("nothing is begun for a caller whose leaving is read in the turn after the request, by the first batch or a later one", async () => {
  const { by, batches, asked } = byHand();
  const first = by(1);
  await turn();
  first.leave();
  await expect(first.answer).rejects.toThrow(CallerGoneError);
  const second = by(2);
  await turns();
  const third = by(3);
  // The answer is read in the same turn as the third request.
  batches[0]?.answer();
  await turn();
  third.leave();
  await expect(third.answer).rejects.toThrow(CallerGoneError);
  expect([await second.answer, asked()]).toEqual([2, [[2]]]);
});

test("nothing is begun for a caller who was answered meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const { by, batches, asked } = byHand();
  const first = by(1);
  await turns();
  const [late, inTime] = [by(2, performance.now() + 100), by(3, performance.now() + 101)];
  await turns();
  await vi.advanceTimersByTimeAsync(100);
  batches[0]?.answer();
  await expect(late.answer).rejects.toThrow(DeadlineError);
  await turns();
  batches[1]?.answer();
  expect([await first.answer, await inTime.answer, asked()]).toEqual([1, 3, [[1], [3]]]);
});

test("a request whose batch began too late is refused, and nothing is done for it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const batches: (readonly string[])[] = [];
  let answerFirst = (_: string[]) => {};
  const ask = batched<string, string>(
    (asks) => {
      batches.push(asks);
      if (asks[0] !== "first") return Promise.resolve(asks.map((one) => one.toUpperCase()));
      return new Promise((answer) => {
        answerFirst = answer;
      });
    },
    { deadlineMs: 300, maxWaitMs: 150 },
  );
  const first = ask("first");
  await turns();
  expect(batches).toEqual([["first"]]);
  const late = ask("late");
  // The first batch is given up on after 300 ms; by then "late" has waited longer than its 150.
  const refused = [first, late].map((one) => expect(one).rejects.toMatchObject({ code: "DEADLINE" }));
  await vi.advanceTimersByTimeAsync(300);
  await Promise.all(refused);
  expect(await ask("in time")).toBe("IN TIME");
  expect(batches).toEqual([["first"], ["in time"]]);
  answerFirst(["too late"]);
});

test("a request in time is answered, though as many as a batch takes are late before it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const { promise: answers, resolve: answer } = Promise.withResolvers<string[]>();
  const ask = batched((asks: readonly string[]) => (asks[0] === "first" ? answers : Promise.resolve([...asks])), {
    maxWaitMs: 150,
  });
  const first = ask("first");
  await turns();
  const late = Promise.allSettled(Array.from({ length: 256 }, () => ask("late")));
  await vi.advanceTimersByTimeAsync(151);
  const inTime = ask("in time");
  answer(["first"]);
  expect([await first, await inTime]).toEqual(["first", "in time"]);
  expect(new Set((await late).map(({ status }) => status))).toEqual(new Set(["rejected"]));
});

test("requests that arrive while a batch runs go together in the next one, each with its own answer", async () => {
  const batches: (readonly number[])[] = [];
  const ask = batched(async (asks: readonly number[]) => {
    batches.push(asks);
    return asks.map((n) => n * 10);
  });
  const first = ask(1);
  await turns();
  expect(await Promise.all([first, ask(2), ask(3)])).toEqual([10, 20, 30]);
  expect(batches.flat()).toEqual([1, 2, 3]);
});

test("a batch that fails, fails for those in it, and the next one goes on", async () => {
  const onDeadline = vi.fn();
  const ask = batched(
    (asks: readonly string[]) => (asks.includes("bad") ? Promise.reject(new Error("no")) : Promise.resolve([...asks])),
    { onDeadline },
  );
  await expect(ask("bad")).rejects.toThrow("no");
  expect(await ask("good")).toBe("good");
  expect(onDeadline, "its connection has answered, and is kept").not.toHaveBeenCalled();
});

test("an error among the answers fails its own request alone", async () => {
  const ask = batched(async (asks: readonly string[]) => asks.map((one) => (one === "bad" ? new Error("no") : one)));
  const answers = await Promise.allSettled(["good", "bad", "better"].map(ask));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a batch takes 256 requests, and the next one the others", async () => {
  const sizes: number[] = [];
  const ask = batched(async (asks: readonly number[]) => {
    sizes.push(asks.length);
    return [...asks];
  });
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
  expect(sizes).toEqual([256, 44]);
});

test("while a batch runs, sixteen requests that wait are a batch of their own, and fewer wait for it to end", async () => {
  const { ask, batches, asked } = byHand({ inFlight: 2 });
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const answers = [ask(0)];
  await turns();
  answers.push(...numbers(1, 15).map(ask));
  await turns();
  expect(asked()).toEqual([[0]]);
  answers.push(ask(16));
  await turns();
  expect(asked()).toEqual([[0], numbers(1, 16)]);
  // Two are under way, and no third begins.
  answers.push(...numbers(17, 40).map(ask));
  await turns();
  expect(batches).toHaveLength(2);
  for (const { answer } of batches) answer();
  await expect.poll(() => batches.length).toBe(3);
  batches[2]?.answer();
  expect(await Promise.all(answers)).toEqual(numbers(0, 40));
});

test("a batch that does not answer in time is told, so that its connection can be left", async () => {
  const onDeadline = vi.fn();
  const never = () => new Promise<never>(() => {});
  const ask = batched(never, { deadlineMs: 1, onDeadline });
  await expect(ask(1)).rejects.toThrow(DeadlineError);
  expect(onDeadline).toHaveBeenCalledOnce();
});
