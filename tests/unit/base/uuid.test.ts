import { expect, test } from "vitest";
import { momentOfUuidV7, uuidV7 } from "#lib/base/uuid.ts";

test.for([0, 1, Date.now(), 2 ** 48 - 1])("an id of %d carries that moment", (msecs) => {
  expect(momentOfUuidV7(uuidV7(msecs))).toBe(msecs);
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
