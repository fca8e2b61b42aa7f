import { expect, test } from "vitest";
import { readAction } from "#lib/core/audit.rules.ts";

test("an action is read to the letter; what another version wrote, and what every object has, is none", () => {
  expect(readAction("key.created")).toBe("key.created");
  for (const text of ["", "Key.created", "key.created ", "constructor", "__proto__"])
    expect(readAction(text)).toBeNull();
});
