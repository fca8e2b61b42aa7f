import { expect, test } from "vitest";
import { hangingAnswers } from "#lib/shop-doctor/hanging.ts";

const LONG = 60_000;
const isOver = async (hanging: Promise<void>) => {
  let over = false;
  void hanging.then(() => {
    over = true;
  });
  await new Promise((done) => setImmediate(done));
  return over;
};

test("no more of a run hang than are allowed, nor of all runs, and the rest do not wait", async () => {
  const { hang, count, end } = hangingAnswers(2, 4, LONG);
  const never = new AbortController().signal;
  const begun = ["one", "one", "two"].map((run) => hang(run, never));
  expect(await isOver(hang("one", never))).toBe(true);
  begun.push(hang("three", never));
  expect(await isOver(hang("four", never))).toBe(true);
  expect(count()).toBe(4);
  expect(await Promise.all(begun.map(isOver))).toEqual([false, false, false, false]);
  end();
  await Promise.all(begun);
  expect(count()).toBe(0);
});

test("a caller who leaves, or whose time is over, gives the place to the next", async () => {
  const { hang, count } = hangingAnswers(1, 8, 20);
  const leaving = new AbortController();
  const first = hang("run", leaving.signal);
  leaving.abort();
  await first;
  const second = hang("run", new AbortController().signal);
  expect(await isOver(second)).toBe(false);
  await second;
  expect(count()).toBe(0);
});

test("a server that stops ends all of them, and begins no further one", async () => {
  const { hang, end } = hangingAnswers(4, 8, LONG);
  const begun = hang("run", new AbortController().signal);
  end();
  await begun;
  expect(await isOver(hang("run", new AbortController().signal))).toBe(true);
});
