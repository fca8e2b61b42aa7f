import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const LINES = readFileSync(join(import.meta.dirname, "../../../public/robots.txt"), "utf8").split("\n");
const disallowed = LINES.flatMap((line) => /^Disallow: (\/.*)$/.exec(line)?.[1] ?? []);

test.for([
  "/api/url_generator_s/pk/device/18?domain=x",
  "/api/url_generator_b/pk/device/18?domain=x",
  "/api/auth_check/token/device",
  "/test/api/url_generator_s/pk/device/18?domain=x",
  "/verify/s?session=x",
  "/verify/b/callback?state=x",
  "/dashboard/keys",
  "/sign-in",
])("no crawler is let near %s", (path) => {
  expect(disallowed.some((start) => path.startsWith(start))).toBe(true);
});

test.for([
  "/",
  "/docs",
  "/docs/errors.md",
  "/changelog",
  "/llms.txt",
  "/reasons",
  "/retention",
  "/device_id.js",
  "/openapi.json",
])("a crawler may read %s", (path) => {
  expect(disallowed.some((start) => path.startsWith(start))).toBe(false);
});

test("it is meant for every crawler", () => expect(LINES).toContain("User-agent: *"));
