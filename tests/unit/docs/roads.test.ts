import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

/** As many files somebody may have to open to follow a request. */
const MAX: Record<string, number> = {
  "A generator": 8,
  "A token check": 5,
  "The way back from the eID": 9,
  "A write on the dashboard (pausing a key)": 9,
  "Closing a month": 10,
};

const [, chapter = ""] = readFileSync("docs/design/architecture.md", "utf8").split("\n## The roads\n");
const ROADS = chapter
  .split("\n## ")[0]
  ?.split("\n### ")
  .slice(1)
  .map((text) => ({
    name: text.split("\n")[0] ?? "",
    files: [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file),
  }));

test("every road is told", () => {
  expect(ROADS?.map(({ name }) => name)).toEqual(Object.keys(MAX));
});

test.for(ROADS ?? [])("$name: few files, each there and imported by one before it", ({ name, files }) => {
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThanOrEqual(MAX[name] ?? 0);
  for (const [n, file] of files.entries()) {
    expect(existsSync(file), file).toBe(true);
    if (n > 0) expect(files.slice(0, n).flatMap(importsOf), file).toContain(file);
  }
});

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/(?:from|import\(?)\s*"([#.][^"]+)"/g)].map(([, name = ""]) =>
    name.startsWith("#") ? name.slice(1) : normalize(join(file, "..", name)),
  );
}
