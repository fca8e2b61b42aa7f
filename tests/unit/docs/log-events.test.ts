import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = ["app", "server", "lib", "db"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
);
const LOGGED = /\blog(?:\.(?:trace|debug|info|warn|error|fatal)|\[\w+\])\(([^}]{0,120})/g;

const EVENTS = [...SOURCES, "instrumentation.ts"]
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(LOGGED)].map(([line, facts = ""]) => {
      const [, event] = /^\{\s*event: "([a-z]+(?:_[a-z]+)*)"/.exec(facts) ?? [];
      return { event, place: `${file}: ${line}` };
    }),
  );

test("every line of the log begins with its event, in small letters with underscores", () => {
  expect(EVENTS.filter(({ event }) => event === undefined).map(({ place }) => place)).toEqual([]);
});

test("docs/operate/observe.md names every event of the log, and no other", () => {
  const [, rows = ""] = readFileSync("docs/operate/observe.md", "utf8").split("## The log");
  const documented = [...rows.matchAll(/^- (`[^(]+) \(/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, event]) => event),
  );
  expect(EVENTS.length).toBeGreaterThan(40);
  expect(new Set(documented)).toEqual(new Set(EVENTS.map(({ event }) => event)));
});
