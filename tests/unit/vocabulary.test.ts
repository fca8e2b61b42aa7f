import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namesIn } from "#tests/support/names-in.ts";
import { retiredIn } from "#tests/support/retired-words.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const SOURCES = ["app", "bench", "cli", "db", "docs", "examples", "lib", "packages", "sandbox", "scripts", "tests"];
/** Names that Next.js reads in files of `app` and in `proxy.ts`, and what each entry of `@ageway/server` calls its middleware. */
const NAMED_BY_OTHERS = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|config|dynamic|metadata|proxy|ageGate)$/;

const FILES = SOURCES.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).map((name) => `${room}/${name}`),
)
  .concat(readdirSync(ROOT))
  .filter(
    (name) => !/\.d\.ts$|(?:^|\/)(?:dist|node_modules|vendor|\.next|__pycache__|[^/]+\.egg-info)(?:\/|$)/.test(name),
  );
const CODE = FILES.filter((name) => /\.(?:tsx?|mjs)$/.test(name));

/** Each file is parsed once. */
const NAMES = CODE.map((file) => namesIn(file, readFileSync(join(ROOT, file), "utf8")));

test("no identifier, log event and name of the schema is called by a retired word", () => {
  const found = NAMES.flatMap(({ file, names }) =>
    names.flatMap((name) => retiredIn(name, file).map((word) => `${file}: ${name} (${word})`)),
  );
  expect([...new Set(found)]).toEqual([]);
});

test("no file and no folder is called by a retired word", () => {
  const found = FILES.flatMap((file) =>
    file.split("/").flatMap((part) => retiredIn(part.replace(/\.\w+$/, ""), file).map((word) => `${file} (${word})`)),
  );
  expect([...new Set(found)]).toEqual([]);
});

test("no class of a stylesheet is called by a retired word", () => {
  const found = FILES.filter((file) => file.endsWith(".css")).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/\.([a-z][\w-]*)/gi)].flatMap(([, name = ""]) =>
      retiredIn(name, file).map((word) => `${file}: .${name} (${word})`),
    ),
  );
  expect([...new Set(found)]).toEqual([]);
});

test.for([
  ["standingOf", ["standing → state"]],
  ["MOST_KEYS", ["most → max"]],
  ["understanding", []],
  ["desk-opened", ["desk → dashboard"]],
  ["seatsOf", ["seat → membership"]],
  ["tied", ["tie → bind"]],
  ["vouching", ["vouch → verify manually"]],
  ["tripped", ["trip → authorization attempt"]],
  ["isPressed", ["press → POST handler"]],
] as const)("in %s a retired word is found: %s", ([name, words]) => {
  expect(retiredIn(name)).toEqual(words);
});

test("a term of a package is retired in the other rooms", () => {
  expect(retiredIn("createGate", "packages/server/src/gate.ts")).toEqual([]);
  expect(retiredIn("createGate", "lib/organizations/gate.ts")).toEqual(["gate → organization lock"]);
});

test("the names of the schema and of events are found", () => {
  expect(namesIn("db/schema/plugin-key.ts", `text("desk_id")`).names).toContain("desk_id");
  const events = 'log.info({ event: a ? "desk_opened" : `desk-closed` }); log.info({ other: "none" })';
  expect(namesIn("lib/a.ts", events).names).toEqual([
    "log",
    "info",
    "event",
    "a",
    "desk_opened",
    "desk-closed",
    "other",
  ]);
});

test("no exported name is defined twice", () => {
  const places = Map.groupBy(
    NAMES.flatMap(({ file, exports }) => exports.map((name) => ({ file, name }))),
    ({ file, name }) => `${name} of ${roomOf(file)}`,
  );
  const twice = [...places.values()].filter(
    ([one, ...more]) => more.length > 0 && !NAMED_BY_OTHERS.test(one?.name ?? ""),
  );
  expect(twice.map((all) => all.map(({ file, name }) => `${file}: ${name}`))).toEqual([]);
});

test("exported names are found, and those that a file passes on are not", () => {
  const code = `
    import { passed, renamed } from "./a.ts";
    export const [A, { b: B, ...C }] = [], D = 1;
    export function e() {}
    export type F = string;
    export { g, h as H, passed, renamed as I };
    export { passed as J, k } from "./b.ts";
    export * as L from "./c.ts";
    const g = 1, h = 2;`;
  expect(namesIn("lib/a.ts", code).exports).toEqual(["A", "B", "C", "D", "e", "F", "g", "H", "I", "J"]);
});

/** A package or an example has no rooms beside it, and `docs` calls its parts what the OpenAPI document calls them. */
function roomOf(file: string): string {
  return /^(?:(?:packages|examples)\/[^/]+|docs)\//.exec(file)?.[0] ?? "the rest";
}
