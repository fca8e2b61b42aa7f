import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const ROOMS = ["app", "lib", "db", "sandbox"];

/** Who may import whom. `lib/rules` is a room of its own: it knows nothing but itself. */
const ARROWS: Record<string, string[]> = {
  app: ["app", "lib", "lib/rules", "messages"],
  lib: ["lib", "lib/rules", "db"],
  "lib/rules": ["lib/rules"],
  db: ["db"],
  "sandbox/eid": ["sandbox/eid"],
  "sandbox/shop": ["sandbox/shop"],
  "sandbox/stripe": ["sandbox/stripe"],
};

/** Packages that a room must do without. */
const CLOSED: Record<string, RegExp> = {
  "lib/auth.ts": /^(?!next-auth)(next|react)/,
  "lib/rules": /./,
  lib: /^(next|react)/,
  db: /^(next|react|zod|openid-client)/,
  app: /^(postgres|drizzle-orm|openid-client)/,
};

test.for(sources())("%s imports only what its room may", (file) => {
  const room = roomOf(file);
  for (const imported of importsOf(file)) {
    const target = targetOf(file, imported);
    if (target === null) {
      if (!imported.startsWith("node:")) expect(imported).not.toMatch(CLOSED[file] ?? CLOSED[room] ?? /^$/);
      continue;
    }
    expect(ARROWS[room], `${file} → ${target}`).toContain(roomOf(target));
  }
});

test("rules read neither the clock, the environment nor chance", () => {
  for (const file of sources().filter((name) => roomOf(name) === "lib/rules")) {
    expect(readFileSync(join(ROOT, file), "utf8"), file).not.toMatch(
      /Date\.now|new Date\(\)|process\.|Math\.random|node:/,
    );
  }
});

test("only a test builds a road to a host that is not the internet's", () => {
  const builders = sources().filter((name) =>
    /\bisAllowed:|(check|recheck)Domains?Over\b/.test(readFileSync(join(ROOT, name), "utf8")),
  );
  expect(builders.toSorted()).toEqual([
    "lib/account/domain-proof.ts",
    "lib/account/recheck-domains.ts",
    "lib/challenge-file.ts",
  ]);
});

test("every room has files to hold", () => {
  expect(Object.keys(ARROWS).filter((room) => !sources().some((file) => roomOf(file) === room))).toEqual([]);
});

function sources(): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).map((name) => `${room}/${name}`),
  ).filter((name) => /\.tsx?$/.test(name));
}

function roomOf(file: string): string {
  return (
    ["lib/rules", "sandbox/eid", "sandbox/shop", "sandbox/stripe"].find((room) => file.startsWith(`${room}/`)) ??
    file.split("/")[0] ??
    ""
  );
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/(?:from|import\(?)\s*"([^"]+)"/g)].map(([, name = ""]) => name);
}

function targetOf(file: string, imported: string): string | null {
  if (imported.startsWith("#")) return imported.slice(1);
  return imported.startsWith(".") ? normalize(join(file, "..", imported)) : null;
}
