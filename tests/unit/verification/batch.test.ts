import { expect, test } from "vitest";
import { batched } from "#lib/verification/batch.ts";

test("a request whose batch began too late is refused, and nothing is done for it", async () => {
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
    200,
    20,
  );
  const first = ask("first");
  await new Promise((next) => setImmediate(() => setImmediate(next)));
  expect(batches).toEqual([["first"]]);
  const late = ask("late");
  // The first batch is given up on after 200 ms; by then "late" has waited longer than its 20.
  await expect(first).rejects.toMatchObject({ code: "DEADLINE" });
  const inTime = ask("in time");
  await expect(late).rejects.toMatchObject({ code: "DEADLINE" });
  expect(await inTime).toBe("IN TIME");
  expect(batches).toEqual([["first"], ["in time"]]);
  answerFirst(["too late"]);
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
  const ask = batched((asks: readonly string[]) =>
    asks.includes("bad") ? Promise.reject(new Error("no")) : Promise.resolve([...asks]),
  );
  await expect(ask("bad")).rejects.toThrow("no");
  expect(await ask("good")).toBe("good");
});
