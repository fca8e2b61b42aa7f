import { expect, test, vi } from "vitest";
import { DeadlineError } from "#lib/core/with-timeout.ts";
import { batched } from "#lib/verification/batch.ts";

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
  await new Promise((next) => setImmediate(() => setImmediate(next)));
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
  await new Promise((next) => setImmediate(next));
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
  await new Promise((next) => setImmediate(next));
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
  const batches: { asks: readonly number[]; answer: () => void }[] = [];
  const ask = batched(
    (asks: readonly number[]) =>
      new Promise<number[]>((resolve) => batches.push({ asks, answer: () => resolve([...asks]) })),
    { inFlight: 2 },
  );
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const turn = () => new Promise((next) => setImmediate(next));
  const answers = [ask(0)];
  await turn();
  answers.push(...numbers(1, 15).map(ask));
  await turn();
  expect(batches.map(({ asks }) => asks)).toEqual([[0]]);
  answers.push(ask(16));
  await turn();
  expect(batches.map(({ asks }) => asks)).toEqual([[0], numbers(1, 16)]);
  // Two are under way, and no third begins.
  answers.push(...numbers(17, 40).map(ask));
  await turn();
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
