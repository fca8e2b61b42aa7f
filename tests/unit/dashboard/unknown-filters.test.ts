import { expect, test } from "vitest";
import { unknownFilters } from "#app/(dashboard)/_lib/unknown-filters.rules.ts";

const unknown = (given: string, read: string) =>
  unknownFilters(new URLSearchParams(given), new URLSearchParams(read), ["before"]);

test.for([
  ["", "", []],
  ["result=used&host=Shop.Example&before=x&key=", "result=used&host=shop.example", []],
  ["result=used&result=usd", "result=used", ["result=usd"]],
  ["hosts=shop.example&age=17", "mode=live", ["hosts=shop.example", "age=17"]],
  ["a=1&a=1&b=2&c=3&d=4", "", ["a=1", "b=2", "c=3"]],
  [`host=${"h".repeat(90)}`, "", [`host=${"h".repeat(35)}…`]],
] as const)("of %s, understood as %s, the page did not know %s", ([given, read, words]) => {
  expect(unknown(given, read)).toEqual(words);
});
