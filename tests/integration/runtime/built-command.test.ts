import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

test("what the built command loads late needs nothing but the build", () => {
  const files = readdirSync(".next").filter((name) => /^ageway-.*\.mjs$/.test(name));
  expect(files.length).toBeGreaterThan(3);
  const code = files.map((name) => `await import("./.next/${name}");`).join("\n");
  execFileSync(process.execPath, ["--input-type=module", "--eval", code]);
});
