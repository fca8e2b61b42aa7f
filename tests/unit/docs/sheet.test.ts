import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { CHOICE_MARK } from "#docs/render/choices.ts";
import { sheetOf } from "#scripts/sheet.mjs";
import { DOCUMENTS } from "./documents.ts";

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

test("whichever part of a choice one takes, the sheet hides the others", () => {
  const choices = [...DOCUMENTS.values()].flatMap((text) => text.split(`\n${CHOICE_MARK}\n`).slice(1));
  const parts = choices.map((after) => after.split(/^## /m)[0]?.match(/^### /gm)?.length ?? 0);
  const places = [...readFileSync(ENTRY, "utf8").matchAll(/:not\(:nth-of-type\((\d+)\)\)/g)].map(([, n]) => Number(n));
  expect(places).toEqual(Array.from({ length: Math.max(...parts) }, (_, n) => n + 1));
});
