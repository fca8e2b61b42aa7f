import { expect, test } from "vitest";
import { ACTIONS, readAction, sentenceOf } from "#lib/core/audit.rules.ts";

test.for(ACTIONS)("%s goes on after somebody's name, in plain words, and says what no other does", (action) => {
  const sentence = sentenceOf(action);
  expect(sentence).toMatch(/^[a-z][a-z :]+[a-z]$/);
  expect(ACTIONS.filter((other) => sentenceOf(other) === sentence)).toEqual([action]);
});

test("an action is read to the letter; what another version wrote, and what every object has, is none", () => {
  expect(readAction("key.created")).toBe("key.created");
  for (const text of ["", "Key.created", "key.created ", "constructor", "__proto__"])
    expect(readAction(text)).toBeNull();
});
