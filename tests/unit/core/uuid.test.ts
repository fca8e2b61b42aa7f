import { v7 } from "uuid";
import { expect, test } from "vitest";
import { firstUuidV7, momentOfUuidV7 } from "#lib/core/uuid.ts";

test("an id carries its moment, and none of that moment is smaller than the first", () => {
  for (const msecs of [0, 1, Date.now(), 2 ** 48 - 1]) {
    const [id, first] = [v7({ msecs }), firstUuidV7(msecs + 0.9)];
    expect([momentOfUuidV7(id), momentOfUuidV7(first)]).toEqual([msecs, msecs]);
    expect(first <= id && (msecs === 0 || first > v7({ msecs: msecs - 1 }))).toBe(true);
  }
  expect(firstUuidV7(-1)).toBe("00000000-0000-7000-8000-000000000000");
});
