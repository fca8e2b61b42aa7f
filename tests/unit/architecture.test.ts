import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsOf, isFile, targetOf } from "#tests/support/imports.ts";

/** No rooms: tests, which import what they test, what a browser is given, and settings of tools. PHP and Python are not read. */
const OUTSIDE = /^(?:tests|public|lab\/(?:audit|mutants|pictures))\/|^[^/]+\.config\.\w+$/;

/** Imports nothing, so every room may import it. */
const BASE = "lib/base";

/** Which rooms a room may import, beside itself. A room that is not in this table may not exist. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  [BASE]: [],
  db: [],
  "lib/reasons": ["db"],
  "lib/observe": [],
  "lib/runtime": ["db", "lib/observe"],
  "lib/crypto": ["lib/runtime"],
  "lib/limits": ["lib/observe", "lib/runtime", "lib/crypto"],
  "lib/mail": ["db", "lib/observe", "lib/runtime", "lib/crypto"],
  "lib/core": ["db", "lib/reasons", "lib/runtime"],
  "lib/eid": ["lib/observe", "lib/runtime", "lib/core"],
  "lib/activity": ["db", "lib/reasons", "lib/observe", "lib/runtime", "lib/crypto", "lib/core"],
  "lib/keys": ["db", "lib/runtime", "lib/crypto", "lib/core"],
  "lib/domains": ["db", "lib/observe", "lib/runtime", "lib/mail", "lib/core"],
  "lib/organizations": ["db", "lib/runtime", "lib/crypto", "lib/mail", "lib/core", "lib/keys"],
  "lib/billing": ["db", "lib/observe", "lib/runtime", "lib/mail", "lib/core", "lib/eid", "lib/keys"],
  "lib/verification": [
    "db",
    "lib/reasons",
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/mail",
    "lib/core",
    "lib/eid",
    "lib/activity",
    "lib/keys",
    "lib/billing",
  ],
  "lib/gate-test": [
    "db",
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/core",
    "lib/keys",
    "lib/domains",
    "lib/verification",
    "packages/gate-test",
  ],
  "lib/sign-in": [
    "db",
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/mail",
    "lib/core",
    "lib/organizations",
  ],
  "lib/retention": ["db", "lib/observe", "lib/runtime", "lib/core", "lib/organizations", "lib/billing"],
  "lib/doctor": [
    "db",
    "lib/observe",
    "lib/runtime",
    "lib/limits",
    "lib/mail",
    "lib/core",
    "lib/eid",
    "lib/domains",
    "lib/billing",
    "lib/retention",
  ],
  "lib/wording": [
    "lib/core",
    "lib/keys",
    "lib/domains",
    "lib/organizations",
    "lib/billing",
    "lib/verification",
    "lib/gate-test",
    "lib/sign-in",
    "lib/retention",
  ],
  "lib/jobs": [
    "lib/observe",
    "lib/runtime",
    "lib/mail",
    "lib/domains",
    "lib/billing",
    "lib/gate-test",
    "lib/sign-in",
    "lib/retention",
  ],
  "app/_http": ["lib/reasons", "lib/runtime", "lib/activity", "lib/verification", "lib/sign-in"],
  "app/_ui": [],
  "app/verify": [
    "lib/reasons",
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/core",
    "lib/eid",
    "lib/activity",
    "lib/verification",
    "app/_http",
    "messages",
  ],
  "app/api": [
    "lib/reasons",
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/core",
    "lib/eid",
    "lib/activity",
    "lib/keys",
    "lib/billing",
    "lib/verification",
    "lib/sign-in",
    "app/_http",
    "app/verify",
    "app/_site",
  ],
  "app/(docs)": [
    "lib/reasons",
    "lib/observe",
    "lib/runtime",
    "lib/core",
    "lib/eid",
    "lib/activity",
    "lib/keys",
    "lib/organizations",
    "lib/sign-in",
    "lib/retention",
    "app/_http",
    "app/_ui",
    "app/verify",
    "app/_site",
  ],
  "app/_site": ["lib/observe", "lib/runtime", "lib/core", "app/_http", "app/_ui"],
  "app/route.tsx": ["lib/runtime", "lib/organizations", "app/verify", "app/_site", "app/_ui", "packages/gate-test"],
  "app/inbox": ["lib/runtime", "lib/mail", "app/verify", "app/_site", "app/_ui"],
  "app/[...path]": ["app/api"],
  "app/test": ["app/api"],
  "app/doctor": [
    "lib/reasons",
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/core",
    "lib/keys",
    "lib/verification",
    "lib/gate-test",
    "app/_http",
    "app/verify",
    "app/api",
  ],
  "app/refused": ["lib/runtime", "lib/core", "app/_http", "app/verify", "app/api"],
  "app/eid": ["lib/eid", "app/_http"],
  "app/packages": ["app/_http"],
  "app/logos": ["lib/organizations", "app/_http"],
  "app/sign-in": ["lib/runtime", "lib/mail", "lib/sign-in", "app/_http", "app/verify", "app/_site", "app/_ui"],
  "app/status": ["lib/core", "lib/eid", "lib/verification", "app/verify", "app/_site"],
  "app/sign-out": ["lib/runtime", "lib/sign-in", "app/_site"],
  "app/(dashboard)": [
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/core",
    "lib/eid",
    "lib/activity",
    "lib/keys",
    "lib/domains",
    "lib/organizations",
    "lib/billing",
    "lib/verification",
    "lib/gate-test",
    "lib/sign-in",
    "lib/retention",
    "lib/wording",
    "app/_http",
    "app/_ui",
    "app/(docs)",
    "app/verify",
    "packages/gate-test",
  ],
  server: [
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/mail",
    "lib/eid",
    "lib/activity",
    "lib/keys",
    "lib/gate-test",
    "lib/sign-in",
    "lib/jobs",
    "app/_http",
    "app/_ui",
    "app/verify",
    "app/api",
    "app/(docs)",
    "app/_site",
    "app/route.tsx",
    "app/inbox",
    "app/doctor",
    "app/refused",
    "app/eid",
    "app/packages",
    "app/sign-in",
    "app/sign-out",
    "app/status",
  ],
  "proxy.ts": ["lib/runtime", "lib/mail"],
  "instrumentation.ts": ["lib/observe", "lib/runtime", "lib/limits", "lib/eid", "lib/activity"],
  cli: [
    "lib/observe",
    "lib/runtime",
    "lib/core",
    "lib/eid",
    "lib/keys",
    "lib/domains",
    "lib/organizations",
    "lib/billing",
    "lib/retention",
    "lib/doctor",
    "lib/wording",
    "scripts",
    "packages/gate-test",
  ],
  scripts: [
    "db",
    "lib/observe",
    "lib/runtime",
    "lib/core",
    "lib/eid",
    "lib/keys",
    "lib/domains",
    "lib/organizations",
    "lib/billing",
    "sandbox/example",
  ],
  docs: [
    "lib/reasons",
    "lib/runtime",
    "lib/core",
    "lib/eid",
    "lib/activity",
    "lib/retention",
    "app/_http",
    "app/(docs)",
    "cli",
    "scripts",
    "messages",
    "scripts",
  ],
  "sandbox/eid": [],
  "sandbox/example": [
    "db",
    "lib/runtime",
    "lib/crypto",
    "lib/core",
    "lib/activity",
    "lib/keys",
    "lib/organizations",
    "lib/billing",
    "packages/gate-test",
  ],
  "sandbox/shop": ["packages/server"],
  "lab/bench": [
    "db",
    "lib/observe",
    "lib/runtime",
    "lib/crypto",
    "lib/limits",
    "lib/core",
    "lib/activity",
    "lib/billing",
    "lib/verification",
    "app/_http",
    "app/api",
    "server",
    "scripts",
    "tests/support",
  ],
  "lab/tools": [],
  "packages/server": [],
  "packages/gate-test": [],
  // Its archive holds what it needs of the other.
  "packages/gate": ["packages/server"],
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
  "lib/gate-test/examine-in-thread.ts: program": ["lib/gate-test/examination.ts"],
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
  expect(circleIn(new Map(FILES.map((file) => [file, targetsOf(file)])))).toBeNull();
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
const PURE_PACKAGES = ["htmlparser2", "negotiator"];

test.for(RULES)("%s is pure: it imports only rules and reads neither clock, environment nor chance", (file) => {
  const { addresses, impure } = importsOf(file);
  for (const address of addresses)
    if (!PURE_PACKAGES.includes(address)) expect(targetOf(file, address) ?? address).toMatch(/\.rules\.ts$/);
  expect(impure).toEqual([]);
});

test("only a test reaches a host that is not on the public internet", () => {
  const builders = FILES.filter((name) => /\bisAllowed\s*[:,}]|\bTHIS_MACHINE\b/.test(readFileSync(name, "utf8")));
  // The gate test, of a shop on the machine that asks for it.
  expect(builders.toSorted()).toEqual(["lib/domains/network.ts", "lib/gate-test/shop-page.ts"]);
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
