import { validate, version } from "uuid";
import { expect, test } from "vitest";
import { uuidV7 } from "#lib/core/uuid.ts";

const msecsOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

test("each is a UUID of version 7 with the time that it was given", () => {
  for (const msecs of [0, 1, Date.now(), 2 ** 48 - 1]) {
    const id = uuidV7(msecs);
    expect([validate(id), version(id), msecsOf(id)]).toEqual([true, 7, msecs]);
  }
  const before = Date.now();
  expect(msecsOf(uuidV7())).toBeGreaterThanOrEqual(before);
});

test("of one millisecond they are in the order in which they were made, and none is there twice", () => {
  const ids = Array.from({ length: 10_000 }, () => uuidV7(1_700_000_000_000));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("two of one millisecond do not say of each other what follows", () => {
  const ends = Array.from({ length: 1_000 }, () => uuidV7(1_700_000_000_000).slice(-10));
  expect(new Set(ends).size).toBe(ends.length);
});
