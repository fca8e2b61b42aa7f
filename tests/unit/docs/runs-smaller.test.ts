import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DOCUMENTS } from "./documents.ts";

const [, TABLE = ""] =
  /^## What runs smaller$(.*?)^Nothing else differs/ms.exec(DOCUMENTS.get("docs/design/testing.md") ?? "") ?? [];
const LISTED = [...TABLE.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = ""]) =>
  [...cell.matchAll(/`([^` *]+\/[^` *]+)`/g)].map(([, name = ""]) => name),
);
/** What they run for a file of tests stands beside that file. */
const HELPERS = "tests/**/support/**";

test("each file that runs smaller on usual runs is listed, and each that is listed exists", () => {
  const files = globSync("tests/**/*.{test,spec}.{ts,tsx}", { exclude: [HELPERS] });
  const smaller = files
    .filter((file) => /from "#tests\/support\/full\.ts"/.test(readFileSync(file, "utf8")))
    .map(nameOf);
  expect(smaller.length).toBeGreaterThan(30);
  expect(smaller.filter((name) => !LISTED.includes(name))).toEqual([]);
  const names = files.map(nameOf);
  expect(LISTED.filter((name) => !names.includes(name))).toEqual([]);
});

function nameOf(file: string): string {
  return file.replace(/^tests\/(.+)\.(?:test|spec)\.tsx?$/, "$1");
}
