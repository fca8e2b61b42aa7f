// Packs what shops install, and puts it where the instance serves it from (`app/packages`), or into another folder.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packFolder } from "./pack-folder.mjs";

const ROOT = join(import.meta.dirname, "..");
const TO = process.argv[2] ?? join(ROOT, ".next", "packages");

rmSync(TO, { recursive: true, force: true });
mkdirSync(TO, { recursive: true });
for (const name of ["server", "age-gate", "doctor"]) {
  const from = join(ROOT, "packages", name);
  execFileSync("npm", ["pack", "--loglevel=error", "--pack-destination", TO], { cwd: from });
  rmSync(join(from, "dist"), { recursive: true });
  const packed = readdirSync(TO).find((file) => file.startsWith(`ageway-${name}-`)) ?? "";
  renameSync(join(TO, packed), join(TO, `ageway-${name}.tgz`));
}
for (const name of ["php", "python"]) packFolder(join(ROOT, "packages", name), join(TO, `ageway-${name}.tgz`));
