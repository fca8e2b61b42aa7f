import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sheetOf } from "#scripts/sheet.mjs";

/** Of the dashboard's sheet, compressed, and of all style sheets that are written by hand, without empty lines. */
const [MAX_BYTES, MAX_LINES] = [14 * 1024, 400];

test("the sheet of the dashboard is small", async () => {
  const sheet = await sheetOf("app/(dashboard)/dashboard.css");
  expect(gzipSync(sheet, { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
});

test("little of what draws pages is written by hand", () => {
  const sheets = globSync("app/**/*.css");
  expect(sheets.length).toBeGreaterThan(3);
  const lines = sheets.flatMap((path) => readFileSync(path, "utf8").split("\n")).filter((line) => line.trim() !== "");
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
});
