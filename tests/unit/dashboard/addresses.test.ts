import { expect, test } from "vitest";
import { checksHref, cursorOf, newerThan, olderThan } from "#app/(dashboard)/dashboard/checks/_lib/addresses.ts";

test("from page to page, older and newer, the way back is the way there", () => {
  const second = olderThan(null, "b");
  const third = olderThan(second, "c");
  expect([null, second, third].map(cursorOf)).toEqual([null, "b", "c"]);
  expect(newerThan(third)).toBe(second);
  expect(newerThan(second)).toBeNull();
});

test("of a long way the last twenty pages are kept, so that an address stays short", () => {
  let at: string | null = null;
  for (let n = 0; n < 100; n += 1) at = olderThan(at, String(n));
  expect(at?.split(".")).toHaveLength(20);
  expect(cursorOf(at)).toBe("99");
});

test("the address of the list has one parameter for each result, and its first day", () => {
  const filter = { mode: "test", from: new Date("2026-11-01"), results: ["expired", "used"] } as const;
  expect(checksHref({ ...filter, results: [...filter.results] })).toBe(
    "/dashboard/checks?mode=test&result=expired&result=used&since=2026-11-01",
  );
});
