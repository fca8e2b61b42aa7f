import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const { packages } = read("package-lock.json") as {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string }>;
};

/** The first versions with the security fixes that we rely on. */
test.for([
  ["next", "16.4.5"],
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
  for (const [name, range] of Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }))
    expect(range, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
});

test("every package is checked by its hash and comes from whichever registry the machine has", () => {
  for (const [path, { resolved, integrity }] of Object.entries(packages)) {
    if (path === "") continue;
    expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved, path).toBeUndefined();
  }
});
