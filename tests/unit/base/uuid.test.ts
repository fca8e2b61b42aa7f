import { expect, test } from "vitest";
import { firstUuidV7, momentOfUuidV7, uuidV7 } from "#lib/base/uuid.ts";

test("an id carries its moment, and none of that moment is smaller than the first", () => {
  for (const msecs of [0, 1, Date.now(), 2 ** 48 - 1]) {
    const [id, first] = [uuidV7(msecs), firstUuidV7(msecs + 0.9)];
    expect([momentOfUuidV7(id), momentOfUuidV7(first)]).toEqual([msecs, msecs]);
    expect(first <= id && (msecs === 0 || first > uuidV7(msecs - 1))).toBe(true);
  }
  expect(firstUuidV7(-1)).toBe("00000000-0000-7000-8000-000000000000");
});

test("ids of one millisecond are in the order in which they were made", () => {
  const at = Date.now();
  const ids = Array.from({ length: 1_000 }, () => uuidV7(at));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(1_000);
});

test("after a clock that was ahead, no id is of the future", () => {
  uuidV7(Date.now() + 3_600_000);
  expect(momentOfUuidV7(uuidV7())).toBeLessThanOrEqual(Date.now());
});
