import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packFolder } from "#scripts/pack-folder.mjs";

/** What lies in a builder's folder and not in the repository. */
const STRAYS = [
  ".env",
  "vendor/autoload.php",
  "composer.lock",
  "src/.Ageway.php.swp",
  "src/Ageway.php~",
  "src/ageway/__pycache__/gate.cpython-311.pyc",
  "src/ageway/.secret.py",
  "src/ageway.egg-info/PKG-INFO",
  "build/lib/ageway/gate.py",
];

test.for(["php", "python"])("the archive of %s has what the repository has, and no name of its builder", (name) => {
  const root = mkdtempSync(join(tmpdir(), "ageway-pack-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const known = execFileSync("git", ["ls-files", `packages/${name}`], { encoding: "utf8" })
    .trim()
    .split("\n");
  for (const file of known) cpSync(file, join(root, file));
  for (const stray of STRAYS) {
    const file = join(root, "packages", name, stray);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
  }
  const archive = join(root, "packed.tgz");
  packFolder(join(root, "packages", name), archive);
  const tar = (...options: string[]) => execFileSync("tar", [...options, archive], { encoding: "utf8" }).trim();
  expect(tar("-tzf").split("\n").sort()).toEqual(known.map((file) => file.replace("packages/", "")).sort());
  const owners = tar("-tvzf")
    .split("\n")
    .map((line) => line.split(" ")[1]);
  expect(new Set(owners)).toEqual(new Set(["0/0"]));
});
