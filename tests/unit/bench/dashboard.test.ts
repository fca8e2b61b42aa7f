import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { dashboardPaths } from "#lab/bench/dashboard.ts";

const PAGES = globSync("app/(dashboard)/dashboard/**/page.tsx").map((file) =>
  file.slice("app/(dashboard)".length, -"/page.tsx".length),
);

test("the bench opens pages that are there", () => {
  const paths = dashboardPaths({ key: "[key]" });
  expect(paths.filter((path) => !PAGES.includes(path))).toEqual([]);
});

test("it opens every page that has its own place in the navigation", () => {
  const firsts = PAGES.filter((page) => page.split("/").length <= 3 && !/\[|search/.test(page));
  expect(firsts.filter((page) => !dashboardPaths({ key: "[key]" }).includes(page))).toEqual([]);
});
