import { expect, test } from "vitest";
import { searchFor } from "#tests/support/search.ts";

const needle = (what: string, bytes: string) => ({ what, bytes: Buffer.from(bytes) });
const search = searchFor([
  needle("a word", "needle"),
  needle("a longer one", "needles"),
  needle("a date", "1990-01-02"),
]);

test.for<[string, string[]]>([
  ["", []],
  ["nothing of the kind", []],
  ["needle", ["a word"]],
  ["a needle and a needle", ["a word"]],
  ["needles", ["a word", "a longer one"]],
  ["born 1990-01-02", ["a date"]],
  ["neeneedle1990-01-0", ["a word"]],
  ["needl", []],
])("in %j there are %j", ([text, found]) => {
  expect(search(Buffer.from(text))).toEqual(found);
});

test("a needle that begins with zeros is not looked for before the text", () => {
  const zeros = searchFor([{ what: "zeros", bytes: Buffer.from([0, 0, 1, 2]) }]);
  expect([zeros(Buffer.from([1, 2])), zeros(Buffer.from([0, 0, 1, 2]))]).toEqual([[], ["zeros"]]);
});
