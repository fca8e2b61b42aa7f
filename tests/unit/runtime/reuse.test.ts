import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/client.ts";
import { reusing } from "#lib/runtime/reuse.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const db = {} as Db;
let name = 0;

/** A sum over so many rows, which says how often it was made. */
function sumOver(rows: number) {
  let made = 0;
  const read = reusing(
    `sum ${++name}`,
    async (_: Db, of: string) => `${of} ${++made}`,
    () => rows,
  );
  return (of = "a") => read(db, of);
}

test("a sum over few rows is made anew each time", async () => {
  const sum = sumOver(9_999);
  expect([await sum(), await sum()]).toEqual(["a 1", "a 2"]);
});

test("a sum over many rows answers for 30 us a row, and a minute at most, each question for itself", async () => {
  for (const [rows, ms] of [
    [10_000, 300],
    [1_000_000, 30_000],
    [10_000_000, 60_000],
  ] as const) {
    const sum = sumOver(rows);
    expect([await sum(), await sum("b")]).toEqual(["a 1", "b 2"]);
    vi.advanceTimersByTime(ms - 1);
    expect([await sum(), await sum("b")]).toEqual(["a 1", "b 2"]);
    vi.advanceTimersByTime(1);
    // Both ask while it is made again.
    expect(await Promise.all([sum(), sum()])).toEqual(["a 3", "a 3"]);
  }
});

test("a sum that was not made is made by the next who asks", async () => {
  let isAway = false;
  const sum = reusing(
    "sum that fails",
    async () => {
      if (isAway) throw new Error("away");
      return 20_000;
    },
    (rows) => rows,
  );
  expect(await sum(db)).toBe(20_000);
  vi.advanceTimersByTime(600);
  isAway = true;
  await expect(sum(db)).rejects.toThrow("away");
  isAway = false;
  expect(await sum(db)).toBe(20_000);
});
