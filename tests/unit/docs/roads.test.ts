import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsOf, isFile, targetOf } from "#tests/support/imports.ts";

/** As many files somebody may have to open to follow a request. */
const MAX: Record<string, number> = {
  "A generator": 8,
  "A token check": 6,
  "The way back from the eID": 9,
  "A write on the dashboard (pausing a key)": 9,
  "Closing a month": 10,
};

const [, chapter = ""] = readFileSync("docs/design/architecture.md", "utf8").split("\n## The roads\n");
const [opening = "", ...texts] = chapter.split("\n## ")[0]?.split("\n### ") ?? [];
/** Files, and folders with a slash at their end. */
const UNDER_EVERY_ROAD = filesIn(opening.slice(opening.indexOf("\nUnder every road")));

const ROADS = texts.map((text) => {
  const [numbered = "", ...below] = text.split(/\n(?=Also decide or write:|Serve:|Of other requests)/);
  const opened = [...numbered.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
  const [deciding = [], serving = [], others = []] = below.map(filesIn);
  return {
    name: text.split("\n")[0] ?? "",
    opened,
    deciding,
    serving,
    named: [opened, deciding, serving, others].flat(),
  };
});

test("every road is told", () => {
  expect(ROADS.map(({ name }) => name)).toEqual(Object.keys(MAX));
});

test("the table has their counts", () => {
  const rows = [...opening.matchAll(/^\| (.+) \| (\d+) \| (\d+) \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    ROADS.map(({ name, opened, deciding }) => [name, `${opened.length}`, `${opened.length + deciding.length}`]),
  );
});

test.for(ROADS)("$name: few files to open, each imported by one before it", ({ name, opened }) => {
  expect(opened.length).toBeGreaterThan(3);
  expect(opened.length).toBeLessThanOrEqual(MAX[name] ?? 0);
  for (const [n, file] of opened.entries())
    if (n > 0) expect(opened.slice(0, n).flatMap(targetsOf), file).toContain(file);
});

test.for(ROADS)("$name: each file is named once, is there and is reached", ({ named }) => {
  expect(named).toEqual([...new Set(named)]);
  for (const [n, file] of named.entries()) {
    expect(isFile(file), file).toBe(true);
    if (n > 0) expect(named.slice(0, n).flatMap(targetsOf), file).toContain(file);
  }
});

test.for(ROADS)("$name: what an opened file imports is named", ({ opened, named }) => {
  const known = [...named, ...UNDER_EVERY_ROAD];
  const isNamed = (file: string) => known.some((one) => file === one || (one.endsWith("/") && file.startsWith(one)));
  for (const file of opened)
    expect(
      targetsOf(file).filter((target) => !isNamed(target)),
      file,
    ).toEqual([]);
});

test.for(ROADS)("$name: what need not be opened calls no file that is", ({ opened, deciding, serving }) => {
  for (const file of [...deciding, ...serving])
    expect(
      targetsOf(file).filter((target) => opened.includes(target)),
      file,
    ).toEqual([]);
});

function filesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]*\/[^`]*)`/g)].map(([, file = ""]) => file);
}

/** The files of ours that a file loads when it runs: not those of which it only takes types. */
function targetsOf(file: string): string[] {
  return importsOf(file).loaded.flatMap((address) => targetOf(file, address) ?? []);
}
