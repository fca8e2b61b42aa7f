import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGES } from "#docs/generate/pages.ts";

test.for(Object.entries(PAGES))("docs/%s says what the sources say (npm run docs writes it)", ([path, page]) => {
  expect(readFileSync(join("docs", path), "utf8")).toBe(page());
});
