import { expect, test } from "vitest";
import { type CsvCell, csvOf, forSpreadsheet } from "#lib/base/csv.ts";
import { newReference } from "#lib/crypto/reference.ts";

async function textOf(rows: Iterable<Record<"a" | "b", CsvCell>>): Promise<string> {
  const lines: string[] = [];
  for await (const line of csvOf(["a", "b"], rows)) lines.push(line);
  return lines.join("");
}

/** What one cell looks like beside an empty one. */
const written = async (cell: CsvCell) =>
  (await textOf([{ a: cell, b: null }])).replace(/^a,b\r\n/, "").replace(/,\r\n$/, "");

test("the columns are named once, and rows follow in their order, each ended as RFC 4180 says", async () => {
  expect(await textOf([])).toBe("a,b\r\n");
  expect(await textOf([{ b: "2", a: "1" }])).toBe("a,b\r\n1,2\r\n");
});

test("rows leave a hundred at a time", async () => {
  const row = { a: "1", b: "2" };
  const pieces: string[] = [];
  for await (const piece of csvOf(["a", "b"], Array(250).fill(row))) pieces.push(piece);
  expect(pieces.map((piece) => piece.split("\r\n").length - 1)).toEqual([100, 100, 51]);
});

test.for(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0", "＝1+1"])(
  "%j is no formula any more",
  async (cell) => expect(await written(cell)).toBe(`'${cell}`),
);

test.for([
  ["\r=1", `"'\r=1"`],
  ["=a,b", `"'=a,b"`],
  ['="a"', `"'=""a"""`],
] as const)("nor is %j, in quotation marks", async ([cell, text]) => expect(await written(cell)).toBe(text));

test.for([
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["a=b", "a=b"],
  ["'", "'"],
  ["", ""],
  [null, ""],
  [-5, "-5"],
  [0, "0"],
  [true, "true"],
  [false, "false"],
  [new Date("2026-03-01T12:00:00Z"), "2026-03-01T12:00:00.000Z"],
] as const)("%j is written as %j", async ([cell, text]) => expect(await written(cell)).toBe(text));

test.for([
  ["da", ";", "-1234,5"],
  ["nb-NO", ";", "-1234,5"],
  ["sv", ";", "-1234,5"],
  ["fi", ";", "-1234,5"],
  ["de-AT", ";", "-1234,5"],
  ["de-CH", ";", "-1234.5"],
  ["en-GB", ",", "-1234.5"],
  ["en-US", ",", "-1234.5"],
] as const)("for the spreadsheets of %s: %s between cells, and %s", async ([locale, delimiter, number]) => {
  const rows = [{ at: new Date("2026-03-01T12:00:00.250Z"), text: "=ø;,", number: -1234.5 }];
  let text = "";
  for await (const piece of csvOf(["at", "text", "number"], rows, forSpreadsheet(locale))) text += piece;
  expect(text).toBe(
    `\ufeff${["at", "text", "number"].join(delimiter)}\r\n${["2026-03-01 12:00:00", '"\'=ø;,"', number].join(delimiter)}\r\n`,
  );
});

test("a reference is no number, day or word to a spreadsheet", () => {
  const made = Array.from({ length: 2_000 }, () => newReference());
  for (const one of made) expect(one).toMatch(/^[B-DF-HJ-NP-TV-Z][2-9B-DF-HJ-NP-TV-Z]{7}$/);
});
