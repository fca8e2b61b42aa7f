import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = ["app", "lib", "db"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
);

test("docs/operate/observe.md names every event of the log, and no other", () => {
  const texts = [...SOURCES, "main.ts", "server.ts", "pages.ts", "jobs.ts", "instrumentation.ts"]
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, "utf8"));
  const logged = texts.flatMap((text) =>
    [...text.matchAll(/(?:\blog(?:\.\w+|\[\w+\])\(|\bmade = )\{\s*event: "(\w+)"/g)].map(([, event]) => event),
  );
  const [, rows = ""] = readFileSync("docs/operate/observe.md", "utf8").split("## The log");
  const told = [...rows.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, event]) => event),
  );
  expect(logged.length).toBeGreaterThan(40);
  expect(new Set(told)).toEqual(new Set(logged));
});
