import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SITE_TOKENS } from "#app/_site/style.ts";

const CSS = readFileSync("app/_ui/theme.css", "utf8");

test.for(SITE_TOKENS.trim().split("\n"))("the pages without script have the dashboard's %s", (token) => {
  expect(CSS).toContain(token.replace("--", "--color-"));
});
