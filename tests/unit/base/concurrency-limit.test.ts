import { expect, test } from "vitest";
import { concurrencyLimit } from "#lib/base/concurrency-limit.ts";

test("so many run at a time, the others in the order in which they came, and too many not at all", async () => {
  const limited = concurrencyLimit(2, 3);
  const running: { name: number; finish: () => void }[] = [];
  const all = [1, 2, 3, 4, 5, 6].map((name) =>
    limited(() => new Promise<number>((done) => running.push({ name, finish: () => done(name) }))),
  );
  const order: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    await new Promise(setImmediate);
    expect(running.length).toBe(n < 4 ? 2 : 1);
    const next = running.shift();
    next?.finish();
    order.push(next?.name ?? 0);
    await all[n];
  }
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, null]);
});

test("work that fails frees its place", async () => {
  const limited = concurrencyLimit(1, 1);
  await expect(limited(() => Promise.reject(new Error("fell")))).rejects.toThrow("fell");
  expect(await limited(async () => "ran")).toBe("ran");
});
