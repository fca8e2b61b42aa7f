import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const TOP = ["app", "lib", "db", "cli", "scripts", "sandbox", "bench", "docs", "packages"];
const ENTRIES = ["main.ts", "server.ts", "pages.ts", "jobs.ts", "proxy.ts", "instrumentation.ts"];

const EVERY_ROOM_OF_LIB = [
  "lib/core",
  "lib/eid",
  "lib/activity",
  "lib/keys",
  "lib/domains",
  "lib/organizations",
  "lib/billing",
  "lib/verification",
  "lib/shop-doctor",
  "lib/sign-in",
  "lib/retention",
];

/** Which rooms a room may import, beside itself. A room that is not in this table may not exist. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  db: [],
  "lib/core": ["db"],
  "lib/eid": ["lib/core"],
  "lib/activity": ["db", "lib/core"],
  "lib/keys": ["db", "lib/core"],
  "lib/domains": ["db", "lib/core"],
  "lib/organizations": ["db", "lib/core", "lib/keys"],
  "lib/billing": ["db", "lib/core", "lib/eid", "lib/keys", "lib/organizations"],
  "lib/verification": ["db", "lib/core", "lib/eid", "lib/keys", "lib/domains", "lib/activity", "lib/billing"],
  "lib/shop-doctor": ["db", "lib/core", "lib/keys", "lib/domains", "lib/verification", "packages/doctor"],
  "lib/sign-in": ["db", "lib/core", "lib/organizations"],
  "lib/retention": ["db", ...EVERY_ROOM_OF_LIB.filter((room) => room !== "lib/retention")],
  "lib/doctor": ["db", "lib/core", "lib/eid", "lib/retention"],
  "lib/wording": EVERY_ROOM_OF_LIB,
  "lib/jobs": EVERY_ROOM_OF_LIB,
  "app/_http": ["lib/core", "lib/activity", "lib/sign-in", "lib/verification"],
  "app/_ui": [],
  "app/verify": ["app/_http", "messages", "lib/core", "lib/eid", "lib/activity", "lib/verification"],
  "app/api": ["app/_http", "app/_site", "app/verify", ...EVERY_ROOM_OF_LIB],
  "app/reasons": [
    "app/_docs",
    "app/_http",
    "app/_site",
    "app/_ui",
    "app/verify",
    "lib/core",
    "lib/eid",
    "lib/activity",
  ],
  "app/retention": ["app/verify", "lib/retention"],
  "app/_site": ["app/_http", "lib/core"],
  "app/_docs": ["app/_http", "app/_site", "app/verify", "lib/core"],
  "app/reference": [
    "app/_docs",
    "app/_http",
    "app/_site",
    "app/_ui",
    "app/verify",
    "lib/core",
    "lib/keys",
    "lib/organizations",
    "lib/sign-in",
  ],
  "app/openapi.json": ["app/_docs", "app/_http", "lib/core"],
  "app/route.tsx": ["app/_site", "app/verify", "lib/core"],
  "app/inbox": ["app/_site", "app/verify", "lib/core"],
  "app/[...path]": ["app/verify"],
  "app/test": ["app/api"],
  "app/doctor": ["app/_http", "app/api", "app/verify", "lib/core", "lib/keys", "lib/shop-doctor", "lib/verification"],
  "app/eid": ["app/_http", "lib/eid"],
  "app/packages": ["app/_http"],
  "app/logos": ["app/_http", "lib/organizations"],
  "app/sign-in": ["app/_http", "app/_site", "app/verify", "lib/core", "lib/sign-in"],
  "app/sign-out": ["app/_site", "lib/core", "lib/sign-in"],
  "app/(dashboard)": ["app/_http", "app/_ui", "app/verify", "packages/doctor", "lib/wording", ...EVERY_ROOM_OF_LIB],
  "app/_server": [
    "app/_http",
    "app/_ui",
    "app/_site",
    "app/api",
    "app/verify",
    "app/_docs",
    "app/doctor",
    "app/eid",
    "app/openapi.json",
    "app/inbox",
    "app/packages",
    "app/reasons",
    "app/reference",
    "app/route.tsx",
    "app/sign-in",
    "app/sign-out",
    "lib/core",
    "lib/keys",
    "lib/activity",
    "lib/sign-in",
  ],
  "main.ts": ["app/_server", "lib/core", "lib/eid", "server.ts", "pages.ts"],
  "pages.ts": ["app/_server", "lib/core", "lib/activity"],
  "server.ts": ["app/_server", "lib/core", "lib/activity", "lib/shop-doctor"],
  "proxy.ts": [],
  "jobs.ts": ["lib/core", "lib/jobs"],
  "instrumentation.ts": ["lib/core"],
  cli: ["packages/doctor", "scripts", "lib/doctor", "lib/wording", ...EVERY_ROOM_OF_LIB],
  scripts: ["db", ...EVERY_ROOM_OF_LIB],
  docs: ["cli", "messages", "app/_docs", "app/_http", "lib/core", "lib/activity", "lib/eid", "lib/retention"],
  "sandbox/eid": [],
  "sandbox/shop": ["packages/server"],
  bench: ["db", "scripts", "tests", "sandbox/eid", "app/_http", "app/_server", "app/api", ...EVERY_ROOM_OF_LIB],
  "packages/server": [],
  "packages/doctor": [],
  "packages/age-gate": [],
};

/** Packages that a room does without. */
const CLOSED_PACKAGES: Record<string, RegExp> = {
  "lib/sign-in": /^(?!next-auth)(next|react)/,
  lib: /^(next|react)/,
  db: /^(next|react|zod|openid-client)/,
  app: /^(postgres|drizzle-orm|openid-client)/,
};

/** Imports that break the table today, each to be ended. */
const STILL: readonly string[] = [];

const FILES = [...TOP.flatMap(filesOf), ...ENTRIES].filter((name) => /\.(?:tsx?|mjs)$/.test(name));
const IMPORTS = new Map(FILES.map((file) => [file, importsOf(file)]));

test.for(FILES)("%s imports only what its room may", (file) => {
  const room = roomOf(file);
  expect(Object.keys(MAY_IMPORT), `${file} is in a room without rules`).toContain(room);
  for (const imported of IMPORTS.get(file) ?? []) {
    const target = targetOf(file, imported);
    if (target === null) {
      if (!imported.startsWith("node:")) expect(imported).not.toMatch(closedTo(room));
    } else if (roomOf(target) !== room && !STILL.includes(`${file} → ${target}`))
      expect(MAY_IMPORT[room], `${file} → ${target}`).toContain(roomOf(target));
  }
});

test("the table itself has no circle of rooms", () => {
  expect(circleIn(new Map(Object.entries(MAY_IMPORT)))).toBeNull();
});

test("no files import each other in a circle", () => {
  const ours = new Map(
    [...IMPORTS].map(([file, imports]) => [
      file,
      imports.flatMap((name) => targetOf(file, name) ?? []).filter((target) => !STILL.includes(`${file} → ${target}`)),
    ]),
  );
  expect(circleIn(ours)).toBeNull();
});

test("every room has files to hold", () => {
  expect(Object.keys(MAY_IMPORT).filter((room) => !FILES.some((file) => roomOf(file) === room))).toEqual([]);
});

const RULES = FILES.filter((file) => file.endsWith(".rules.ts"));

/** Packages that only compute. */
const PURE_PACKAGES = ["htmlparser2"];

test.for(RULES)("%s is pure: it imports only rules and reads neither clock, environment nor chance", (file) => {
  for (const imported of IMPORTS.get(file) ?? [])
    if (!PURE_PACKAGES.includes(imported)) expect(targetOf(file, imported) ?? imported).toMatch(/\.rules\.ts$/);
  expect(readFileSync(join(ROOT, file), "utf8")).not.toMatch(/Date\.now|new Date\(\)|process\.|Math\.random|node:/);
});

test("only a test reaches a host that is not on the public internet", () => {
  const builders = FILES.filter((name) =>
    /\bisAllowed:|(check|recheck)Domains?Over\b/.test(readFileSync(join(ROOT, name), "utf8")),
  );
  expect(builders.toSorted()).toEqual(["lib/domains/network.ts", "lib/domains/proof.ts", "lib/domains/recheck.ts"]);
});

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`);
}

function roomOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  const isSplit = ["lib", "app", "sandbox", "packages"].includes(top);
  return isSplit ? `${top}/${top === "lib" ? second.replace(/\.ts$/, "") : second}` : top;
}

function closedTo(room: string): RegExp {
  return CLOSED_PACKAGES[room] ?? CLOSED_PACKAGES[room.split("/")[0] ?? ""] ?? /^$/;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/(?:from|import\(?)\s*"([^"]+)"/g)].map(([, name = ""]) => name);
}

function targetOf(file: string, imported: string): string | null {
  if (imported.startsWith("#")) return imported.slice(1);
  return imported.startsWith(".") ? normalize(join(file, "..", imported)) : null;
}

/** The first circle found, as a list that begins and ends with the same name; `null`: there is none. */
function circleIn(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of edges.get(name) ?? []) {
      const circle = visit(next, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of edges.keys()) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return null;
}
