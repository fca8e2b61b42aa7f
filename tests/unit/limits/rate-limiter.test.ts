import { expect, test } from "vitest";
import { sweptBuckets, takeToken } from "#lib/limits/rate-limiter.ts";

const RATE = { quota: 2, perMs: 1_000 };

test("full buckets are deleted little by little, and no other one", () => {
  const buckets = sweptBuckets();
  for (let n = 0; n < 100; n += 1) takeToken(buckets, `early ${n}`, RATE, 0);
  for (let n = 0; n < 100; n += 1) takeToken(buckets, `late ${n}`, RATE, 500);
  const left = (name: string) =>
    Array.from({ length: 100 }, (_, n) => buckets.get(`${name} ${n}`)).filter((fullAt) => fullAt !== undefined).length;
  expect([left("early"), left("late")]).toEqual([0, 100]);
  for (let n = 0; n < 100; n += 1) takeToken(buckets, "one more", RATE, 1_000 + 500 * n);
  expect(left("late")).toBe(0);
});
