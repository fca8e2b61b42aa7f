import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsOf, isFile, targetOf } from "#tests/support/imports.ts";

/** No rooms: tests, which import what they test, what a browser is given, and settings of tools. PHP and Python are not read. */
const OUTSIDE = /^(?:tests|public|lab\/(?:audit|mutants|pictures))\/|^[^/]+\.config\.\w+$/;

/** Imports nothing, so every room may import it. */
const BASE = "lib/base";

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
  [BASE]: [],
  db: [],
  "lib/reasons": ["db"],
  "lib/core": ["db", "lib/reasons"],
  "lib/eid": ["lib/core"],
  "lib/activity": ["db", "lib/core", "lib/reasons"],
  "lib/keys": ["db", "lib/core"],
  "lib/domains": ["db", "lib/core"],
  "lib/organizations": ["db", "lib/core", "lib/keys"],
  "lib/billing": ["db", "lib/core", "lib/eid", "lib/keys"],
  "lib/verification": ["db", "lib/core", "lib/eid", "lib/keys", "lib/activity", "lib/billing", "lib/reasons"],
  "lib/shop-doctor": ["db", "lib/core", "lib/keys", "lib/domains", "lib/verification", "packages/doctor"],
  "lib/sign-in": ["db", "lib/core", "lib/organizations"],
  "lib/retention": ["db", "lib/core", "lib/organizations", "lib/billing"],
  "lib/doctor": ["db", "lib/core", "lib/domains", "lib/eid", "lib/billing", "lib/retention"],
  "lib/wording": EVERY_ROOM_OF_LIB.filter((room) => room !== "lib/eid" && room !== "lib/activity"),
  "lib/jobs": [
    "lib/core",
    "lib/activity",
    "lib/domains",
    "lib/billing",
    "lib/shop-doctor",
    "lib/sign-in",
    "lib/retention",
  ],
  "app/_http": ["lib/core", "lib/activity", "lib/sign-in", "lib/verification", "lib/reasons"],
  "app/_ui": [],
  "app/verify": ["app/_http", "messages", "lib/core", "lib/eid", "lib/activity", "lib/verification", "lib/reasons"],
  "app/api": [
    "app/_http",
    "app/_site",
    "app/verify",
    "lib/core",
    "lib/eid",
    "lib/activity",
    "lib/keys",
    "lib/billing",
    "lib/verification",
    "lib/sign-in",
    "lib/reasons",
  ],
  "app/reasons": [
    "app/_docs",
    "app/_http",
    "app/_site",
    "app/_ui",
    "app/verify",
    "lib/core",
    "lib/eid",
    "lib/activity",
    "lib/reasons",
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
  "app/doctor": [
    "app/_http",
    "app/api",
    "app/verify",
    "lib/core",
    "lib/keys",
    "lib/shop-doctor",
    "lib/verification",
    "lib/reasons",
  ],
  "app/eid": ["app/_http", "lib/eid"],
  "app/packages": ["app/_http"],
  "app/logos": ["app/_http", "lib/organizations"],
  "app/sign-in": ["app/_http", "app/_site", "app/verify", "lib/core", "lib/sign-in"],
  "app/sign-out": ["app/_site", "lib/core", "lib/sign-in"],
  "app/(dashboard)": ["app/_http", "app/_ui", "app/verify", "packages/doctor", "lib/wording", ...EVERY_ROOM_OF_LIB],
  server: [
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
    "lib/eid",
    "lib/shop-doctor",
    "lib/jobs",
  ],
  "proxy.ts": [],
  "instrumentation.ts": ["lib/core", "lib/eid"],
  cli: [
    "packages/doctor",
    "scripts",
    "lib/core",
    "lib/eid",
    "lib/keys",
    "lib/domains",
    "lib/organizations",
    "lib/billing",
    "lib/retention",
    "lib/doctor",
    "lib/wording",
  ],
  scripts: ["db", "lib/core", "lib/eid", "lib/keys", "lib/domains", "lib/organizations", "lib/billing"],
  docs: [
    "cli",
    "messages",
    "app/_docs",
    "app/_http",
    "lib/core",
    "lib/activity",
    "lib/eid",
    "lib/retention",
    "lib/reasons",
  ],
  "sandbox/eid": [],
  "sandbox/shop": ["packages/server"],
  "lab/bench": [
    "db",
    "scripts",
    "tests/support",
    "app/_http",
    "server",
    "app/api",
    "lib/core",
    "lib/activity",
    "lib/billing",
    "lib/verification",
  ],
  "lab/tools": [],
  "packages/server": [],
  "packages/doctor": [],
  "packages/age-gate": [],
  // A shop copies one of them; it finds our packages in its own `node_modules`.
  examples: ["packages/server"],
};

/** Packages that a room does without. */
const CLOSED_PACKAGES: Record<string, RegExp> = {
  "lib/sign-in": /^(?!next-auth)(next|react)/,
  lib: /^(next|react)/,
  db: /^(next|react|zod|openid-client)/,
  app: /^(postgres|drizzle-orm|openid-client)/,
};

/** What a file loads by an address that is no literal, each with the files of ours to which it leads. */
const LOADS: Record<string, readonly string[]> = {
  "lab/bench/hostile.ts: program": [],
  "lib/shop-doctor/examine-in-thread.ts: program": ["lib/shop-doctor/examination.ts"],
  "scripts/postgres-cluster.mjs: name": [],
  "server/jobs-thread.ts: PROGRAM": ["server/jobs.ts"],
  // Next's own package, told to read a folder without .env.
  "server/next.ts: createRequire": [],
};

/** Every source in the folder, in whatever folder of it, but what git ignores. */
const SOURCES = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((name) => /\.[cm]?[jt]sx?$/.test(name) && isFile(name));
const FILES = SOURCES.filter((name) => !OUTSIDE.test(name));

test.for(FILES)("%s imports only what its room may", (file) => {
  const room = roomOf(file);
  expect(Object.keys(MAY_IMPORT), `${file} is in a room without rules`).toContain(room);
  const { addresses } = importsOf(file);
  for (const address of addresses.filter((one) => targetOf(file, one) === null && !one.startsWith("node:")))
    expect(address).not.toMatch(closedTo(room));
  for (const target of targetsOf(file)) {
    expect(isFile(target), `${file} → ${target}: no file; write the address with its extension`).toBe(true);
    if (![room, BASE].includes(roomOf(target)))
      expect(MAY_IMPORT[room], `${file} → ${target}`).toContain(roomOf(target));
  }
});

test("every address is a literal, or its files are named here", () => {
  const found = FILES.flatMap((file) => importsOf(file).unreadable.map((code) => `${file}: ${code}`));
  expect([...new Set(found)].toSorted(), 'write the address in quotes, as in import("./file.ts")').toEqual(
    Object.keys(LOADS),
  );
});

test("the table itself has no circle of rooms", () => {
  expect(circleIn(new Map(Object.entries(MAY_IMPORT)))).toBeNull();
});

test("no files import each other in a circle", () => {
  expect(circleIn(new Map(SOURCES.map((file) => [file, targetsOf(file)])))).toBeNull();
});

test("what bench uses of the tests uses nothing of bench", () => {
  const support = SOURCES.filter((file) => roomOf(file) === "tests/support");
  expect(support.length).toBeGreaterThan(50);
  expect(support.filter((file) => targetsOf(file).some((target) => roomOf(target) === "lab/bench"))).toEqual([]);
});

test("every room has files to hold", () => {
  expect(Object.keys(MAY_IMPORT).filter((room) => !FILES.some((file) => roomOf(file) === room))).toEqual([]);
});

test("every arrow of the table is used", () => {
  const used = new Set(FILES.flatMap((file) => targetsOf(file).map((target) => `${roomOf(file)} → ${roomOf(target)}`)));
  const arrows = Object.entries(MAY_IMPORT).flatMap(([room, others]) => others.map((other) => `${room} → ${other}`));
  expect(arrows.filter((arrow) => !used.has(arrow))).toEqual([]);
});

test("only time.rules.ts counts in days, hours and months", () => {
  const counting = /\bDAY_MS\b|86_400_000|3_600_000|toISOString\(\)\.slice\(0, (?:7|10)\)/;
  const source = FILES.filter((file) => /^(?:app|cli|db|docs|lib|sandbox|scripts|server)\//.test(file));
  expect(source.filter((file) => counting.test(readFileSync(file, "utf8")))).toEqual(["lib/base/time.rules.ts"]);
});

const RULES = FILES.filter((file) => file.endsWith(".rules.ts"));

/** Packages that only compute. */
const PURE_PACKAGES = ["htmlparser2"];

test.for(RULES)("%s is pure: it imports only rules and reads neither clock, environment nor chance", (file) => {
  const { addresses, impure } = importsOf(file);
  for (const address of addresses)
    if (!PURE_PACKAGES.includes(address)) expect(targetOf(file, address) ?? address).toMatch(/\.rules\.ts$/);
  expect(impure).toEqual([]);
});

test("only a test reaches a host that is not on the public internet", () => {
  const builders = FILES.filter((name) =>
    /\bisAllowed:|(check|recheck)Domains?Over\b/.test(readFileSync(name, "utf8")),
  );
  expect(builders.toSorted()).toEqual(["lib/domains/network.ts", "lib/domains/proof.ts", "lib/domains/recheck.ts"]);
});

function roomOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  const isSplit = ["lib", "app", "sandbox", "packages", "tests", "lab"].includes(top);
  return isSplit ? `${top}/${top === "lib" ? second.replace(/\.ts$/, "") : second}` : top;
}

function closedTo(room: string): RegExp {
  return CLOSED_PACKAGES[room] ?? CLOSED_PACKAGES[room.split("/")[0] ?? ""] ?? /^$/;
}

function targetsOf(file: string): string[] {
  const { addresses, unreadable } = importsOf(file);
  return [
    ...addresses.flatMap((address) => targetOf(file, address) ?? []),
    ...unreadable.flatMap((code) => LOADS[`${file}: ${code}`] ?? []),
  ];
}

/** The first circle found, as a list that begins and ends with the same name; `null`: there is none. */
function circleIn(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const follow = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of edges.get(name) ?? []) {
      const circle = follow(next, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of edges.keys()) {
    const circle = follow(name, []);
    if (circle) return circle;
  }
  return null;
}
