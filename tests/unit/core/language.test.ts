import { expect, test } from "vitest";
import { firstOfOurs, LANGUAGES, readLanguage } from "#lib/core/language.rules.ts";

test.for(LANGUAGES)("%s is one of ours", (language) => {
  expect(readLanguage(language)).toBe(language);
});

test.for(["DA", "da-DK", "fr", "", " da", null, undefined])("%j is none of ours, to the letter", (given) => {
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
