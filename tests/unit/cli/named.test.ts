import { expect, test } from "vitest";
import { meantBy } from "#cli/named.ts";

const WINE = { id: "0197aaaa-1", name: "Wine shop" };
const BEER = { id: "0197bbbb-2", name: "Beer" };

test.for([
  ["wine SHOP", [WINE]],
  ["0197", [WINE, BEER]],
  ["0197b", [BEER]],
  ["019", []],
  ["Win", []],
  ["", []],
] as const)("%j names %j", ([typed, named]) => {
  expect(meantBy(typed, [WINE, BEER])).toEqual(named);
});
