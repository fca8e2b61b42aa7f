import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";

test.for([
  ["server/src/proof.ts", /MINIMUM_AGES = \[([\d, ]+)\]/],
  ["python/src/ageway/proof.py", /MinimumAge = Literal\[([\d, ]+)\]/],
  ["gate/src/settings.ts", /AGE: .*one\((.+?)\)/],
  ["php/src/Checked.php", /MINIMUM_AGES = \[([\d, ]+)\]/],
] as const)("packages/%s has the ages of the API", ([file, list]) => {
  expect(valueIn(file, list).match(/\d+/g)?.map(Number)).toEqual([...MINIMUM_AGES]);
});

test.for([
  ["server/src/ageway.ts", /language\?: (.+);/],
  ["python/src/ageway/client.py", /Language = Literal\[(.+)\]/],
  ["gate/src/settings.ts", /LANGUAGE: .*one\((.+?)\)/],
  ["php/src/Ageway.php", /\$language (.+);/],
] as const)("packages/%s has the languages of our pages", ([file, list]) => {
  expect(valueIn(file, list).match(/\b[a-z]{2}\b(?=["`])/g)).toEqual(LANGUAGES.toSorted());
});

function valueIn(file: string, list: RegExp): string {
  return list.exec(readFileSync(`packages/${file}`, "utf8"))?.[1] ?? "";
}
