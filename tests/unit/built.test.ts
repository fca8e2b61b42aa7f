import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { digestsOfSources, noteBuilt, SOURCES } from "#scripts/built.mjs";
import { refuseOldBuild } from "#tests/support/app.ts";

/** A project of one source, built. */
function project(): string {
  const root = mkdtempSync(join(tmpdir(), "ageway-built-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["app/deep", "docs/integrate", "packages/php", ".next/docs", ".next/packages"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "app/deep/page.ts"), "first");
  writeFileSync(join(root, "docs/integrate/errors.md"), "first");
  writeFileSync(join(root, "packages/php/autoload.php"), "first");
  noteBuilt(digestsOfSources(root), root);
  return root;
}

test("a build of the sources as they are is run", () => {
  const root = project();
  expect(() => refuseOldBuild(root)).not.toThrow();
});

test.for<[string, (root: string) => void]>([
  ["a source was edited since", (root) => writeFileSync(join(root, "app/deep/page.ts"), "second")],
  ["a source is new", (root) => writeFileSync(join(root, "proxy.ts"), "")],
  ["a source is gone", (root) => rmSync(join(root, "app/deep/page.ts"))],
  ["a document was edited since", (root) => writeFileSync(join(root, "docs/integrate/errors.md"), "second")],
  ["a package was edited since", (root) => writeFileSync(join(root, "packages/php/autoload.php"), "second")],
  ["nothing was built", (root) => rmSync(join(root, ".next"), { recursive: true })],
])("a test that runs the built server refuses it where %s", ([, change]) => {
  const root = project();
  change(root);
  expect(() => refuseOldBuild(root)).toThrow("The build is older than the sources");
});

test("who builds the image is sent all of the sources of the build", () => {
  const allowed = readFileSync(".dockerignore", "utf8").split("\n");
  expect(SOURCES.filter((path) => !allowed.includes(`!${path.split("/")[0]}`))).toEqual([]);
});

test("what the app imports of the packages belongs to the sources of its build", () => {
  const ROOT = join(import.meta.dirname, "..", "..");
  const filesOf = (folder: string) => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  const texts = ["app", "lib", "cli"].flatMap((folder) =>
    filesOf(folder)
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(ROOT, folder, file), "utf8")),
  );
  const imported = texts.flatMap((text) => [...text.matchAll(/"#(packages\/[^"]+)\/[^/"]+"/g)].map(([, path]) => path));
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((path) => !SOURCES.includes(path ?? ""))).toEqual([]);
});
