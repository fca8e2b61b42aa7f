import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { sheetOf } from "#scripts/sheet.mjs";

const ENTRY = "app/(docs)/_docs/docs.css";
/** Of the whole sheet, compressed, and of what is written by hand. */
const [MAX_BYTES, MAX_LINES] = [5 * 1024, 130];

let sheet = "";
beforeAll(async () => {
  sheet = await sheetOf(ENTRY);
});

test("the sheet of the documentation is small, and little of it is written by hand", () => {
  expect(gzipSync(sheet, { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
  expect(readFileSync(ENTRY, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_LINES);
});

test("it has the tokens that it uses, and no other colours", () => {
  const named = (pattern: RegExp) => new Set([...sheet.matchAll(pattern)].map(([, name = ""]) => name));
  const [defined, used] = [named(/[{;](--(?!tw-)[\w-]+):/g), named(/var\((--(?!tw-)[\w-]+)/g)];
  expect([...defined].filter((name) => name.startsWith("--color-") && !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !defined.has(name) && !name.startsWith("--default-"))).toEqual([]);
});
