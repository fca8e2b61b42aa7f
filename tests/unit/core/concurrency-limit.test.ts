import { expect, test } from "vitest";
import { concurrencyLimit } from "#lib/core/concurrency-limit.ts";

test("so many pass at a time, the others in the order in which they came, and too many not at all", async () => {
  const pass = concurrencyLimit(2, 3);
  const inside: { who: number; leave: () => void }[] = [];
  const come = (who: number) => pass(() => new Promise<number>((done) => inside.push({ who, leave: () => done(who) })));
  const all = [1, 2, 3, 4, 5, 6].map(come);
  const entered: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    expect(inside.length).toBeLessThanOrEqual(2);
    const next = inside.shift();
    next?.leave();
    entered.push(next?.who ?? 0);
    await all[n];
    await new Promise(setImmediate);
  }
  expect(entered).toEqual([1, 2, 3, 4, 5]);
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, null]);
});

test("whoever fails inside leaves the way free", async () => {
  const pass = concurrencyLimit(1, 1);
  await expect(pass(() => Promise.reject(new Error("fell")))).rejects.toThrow("fell");
  expect(await pass(async () => "passed")).toBe("passed");
});
