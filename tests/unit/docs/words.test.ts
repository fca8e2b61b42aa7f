import { expect, test } from "vitest";
import { DOCUMENTS, proseOf } from "./documents.ts";

/** Words of ours that the glossary replaced, and a pronoun that hides who acts. */
const RETIRED = /\b(?:whoever|deeds?|trips?|desks?|vouch(?:es|ed)?|misfits?|turnstiles?|flood|torture)\b/i;

test.for([...DOCUMENTS])("%s uses the words of the glossary", ([path, text]) => {
  const lines = proseOf(text).split("\n");
  expect(
    lines.filter((line) => RETIRED.test(line)),
    path,
  ).toEqual([]);
});
