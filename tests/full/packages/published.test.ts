import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { packWheel } from "#scripts/pack-wheel.mjs";

// What the registries of PHP and Python ask of a package, by their own programs.
const folder = mkdtempSync(join(tmpdir(), "ageway-published-"));
packWheel("packages/python", folder);
afterAll(() => rmSync(folder, { recursive: true }));

const run = promisify(execFile);

test("composer finds nothing wrong with the manifest", async () => {
  const { stderr, stdout } = await run(
    "composer",
    ["validate", "--strict", "--no-interaction", "packages/php/composer.json"],
    {
      env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: "1", COMPOSER_HOME: folder },
    },
  );
  expect(stdout + stderr).toContain("is valid");
});

test("PHP's sources are in the style of PSR-12", async () => {
  // Lines may be longer than 120 characters here.
  const args = ["--standard=PSR12", "--exclude=Generic.Files.LineLength", "packages/php"];
  expect((await run("phpcs", args)).stdout).toBe("");
});

/** Debian's twine knows no metadata above 2.2, which have the same fields but the licence. */
const RELABEL = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
    for name in old.namelist():
        new.writestr(name, old.read(name).replace(b"Metadata-Version: 2.4", b"Metadata-Version: 2.2"))`;

test("twine finds nothing wrong with the wheel", async () => {
  const wheel = "ageway-0.1.0-py3-none-any.whl";
  mkdirSync(join(folder, "older"));
  await run("/usr/bin/python3", ["-c", RELABEL, join(folder, wheel), join(folder, "older", wheel)]);
  const { stdout } = await run("twine", ["check", "--strict", join(folder, "older", wheel)]);
  expect(stdout).toContain("PASSED");
});
