import { expect, test } from "vitest";
import { unreadiness } from "#lib/runtime/health.ts";

const SECOND = 1_000;

test("a clock that agrees with the database's to ten seconds is ready", async () => {
  for (const offset of [-9, 0, 9]) expect(await unreadiness(() => Date.now() + offset * SECOND)).toBe(null);
});

test("a clock that is more than ten seconds ahead of the database's, or behind it, is not ready and says why", async () => {
  for (const offset of [-12, 12, 3_600])
    expect(await unreadiness(() => Date.now() + offset * SECOND)).toBe("clock_wrong");
});
