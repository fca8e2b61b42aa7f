import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandsIn } from "./documents.ts";

const README = readFileSync("README.md", "utf8");

/** Each command of README, and where a test runs it: a file, and words that stand in it. */
const RUN_BY: Record<string, readonly [file: string, words: RegExp]> = {
  "npm start": ["tests/support/start.ts", /scripts\/start\.mjs/],
  "npm test": [".ci/run", /exec npm test/],
  'npx ageway organization create "Wine shop"': ["tests/cli/ageway.test.ts", /"organization", "create"/],
  "npx ageway owner add <organization> owner@shop.example": ["tests/cli/ageway.test.ts", /"owner", "add", \w+/],
  "npx ageway key create <organization> --test": ["tests/cli/ageway.test.ts", /"key", "create", \w+, "--test"/],
};

test("every command in README is run by a test", () => {
  expect(new Set(commandsIn(README))).toEqual(new Set(Object.keys(RUN_BY)));
  for (const [command, [file, words]] of Object.entries(RUN_BY))
    expect(readFileSync(file, "utf8"), `${file} does not run ${command}`).toMatch(words);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect([scripts.start, scripts.test]).toEqual(["exec node scripts/start.mjs", "exec node scripts/test.mjs"]);
});
