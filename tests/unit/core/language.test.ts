import { expect, test } from "vitest";
import { firstOfOurs, LANGUAGES, readLanguage } from "#lib/core/language.rules.ts";

test.for(LANGUAGES)("%s is one of ours", (language) => {
  expect(readLanguage(language)).toBe(language);
});

test.for([
  ["DA", "da"],
  ["da-DK", "da"],
  ["de-AT", "de"],
  ["sv-FI", "sv"],
  ["sv_FI.UTF-8", "sv"],
  ["nb_NO", "nb"],
  ["NN", "nb"],
  ["nn_NO", "nb"],
  ["no", "nb"],
  ["no-NO", "nb"],
  ["en-Latn-GB", "en"],
] as const)("%s is %s", ([given, language]) => {
  expect(readLanguage(given)).toBe(language);
});

test.for(["fr", "dan", "", "-", " da", "xx-DA", "constructor", null, undefined])("%j is none of ours", (given) => {
  expect(readLanguage(given)).toBeNull();
});

test.for<[string[], string | null]>([
  [["da"], "da"],
  [["fr", "sv-SE", "da"], "sv"],
  [["DE-at"], "de"],
  [["no"], "nb"],
  [["nn-NO"], "nb"],
  [["nb-NO"], "nb"],
  [["*", "x-klingon"], null],
  [["dan"], null],
  [["", "fi"], "fi"],
  [[], null],
])("of %j the first of ours is %j", ([tags, language]) => {
  expect(firstOfOurs(tags)).toBe(language);
});
