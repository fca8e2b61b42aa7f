import { expect, test } from "vitest";
import { openDashboard, textOf } from "#tests/support/dashboard.ts";
import { shopWith } from "#tests/support/shop-with-everything.ts";

const EXAMPLE = "The shop is invented.";

test("who has prepared no run sees the end of an invented one, and later their own instead", async () => {
  const [dashboard, before, after] = await Promise.all([openDashboard(), shopWith(["key"]), shopWith(["run"])]);
  const page = async ({ owner }: typeof before) =>
    textOf((await dashboard.get("/dashboard/gate-test", owner.cookie)).text);
  expect(await page(before)).toMatch(
    new RegExp(`${EXAMPLE}.*1 of 12 cases failed.*Compare the number.*11 cases passed`),
  );
  expect(await page(after)).toContain("Not started");
  expect(await page(after)).not.toContain(EXAMPLE);
});
