import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no page of the dashboard writes numbers or amounts in one language for all its readers", () => {
  const inOneLanguage = /toLocaleString\(|\b(count|money)\b[^;]*"#lib\/billing\/money\.rules\.ts"/;
  const views = globSync(["app/(dashboard)/**/*.tsx", "app/_ui/*.tsx"]);
  expect(views.length).toBeGreaterThan(100);
  expect(views.filter((file) => inOneLanguage.test(readFileSync(file, "utf8")))).toEqual([]);
});
