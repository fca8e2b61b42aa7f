import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PRESETS } from "#lib/eid/presets.ts";

const ROWS = readFileSync("docs/operate/eid.md", "utf8")
  .split("\n")
  .filter((line) => /^\|.*`[a-z]+-[a-z-]+`/.test(line))
  .map((line) => line.split("|").slice(2, 4));
const DOCUMENTED = ROWS.flatMap(([presets = "", answers = ""]) =>
  [...presets.matchAll(/`([a-z]+-[a-z-]+)`/g)].map(([, name = ""]) => [name, /birth date/.test(answers)] as const),
);

test("eid.md lists each preset once, and says of which this server gets a birth date", () => {
  const known = Object.entries(PRESETS).filter(([name]) => !name.startsWith("sandbox"));
  const getsBirthDate = known.map(([name, { settings }]) => [
    name,
    settings.claims?.some(({ transform }) => transform === "iso_date") === true,
  ]);
  expect(Object.fromEntries(DOCUMENTED)).toEqual(Object.fromEntries(getsBirthDate));
  expect(DOCUMENTED).toHaveLength(known.length);
});
