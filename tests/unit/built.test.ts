import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { digestsOfSources, noteBuilt } from "#scripts/built.mjs";
import { refuseOldBuild } from "#tests/support/app.ts";

/** A project of one source, built. */
function project(): string {
  const root = mkdtempSync(join(tmpdir(), "ageway-built-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["app/deep", "docs/integrate", ".next/docs"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "app/deep/page.ts"), "first");
  writeFileSync(join(root, "docs/integrate/errors.md"), "first");
  noteBuilt(digestsOfSources(root), root);
  return root;
}

test("a build of the sources as they are is run", () => {
  const root = project();
  expect(() => refuseOldBuild(root)).not.toThrow();
});

test.for<[string, (root: string) => void]>([
  ["a source was edited since", (root) => writeFileSync(join(root, "app/deep/page.ts"), "second")],
  ["a source is new", (root) => writeFileSync(join(root, "server.ts"), "")],
  ["a source is gone", (root) => rmSync(join(root, "app/deep/page.ts"))],
  ["a document was edited since", (root) => writeFileSync(join(root, "docs/integrate/errors.md"), "second")],
  ["nothing was built", (root) => rmSync(join(root, ".next"), { recursive: true })],
])("a test that runs the built server refuses it where %s", ([, change]) => {
  const root = project();
  change(root);
  expect(() => refuseOldBuild(root)).toThrow("The build is older than the sources");
});
