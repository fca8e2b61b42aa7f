// Packs what shops install, and puts it where the instance serves it from (`app/packages`).
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const TO = join(ROOT, ".next", "packages");

rmSync(TO, { recursive: true, force: true });
mkdirSync(TO, { recursive: true });
for (const name of ["server", "age-gate", "doctor"]) {
  const from = join(ROOT, "packages", name);
  execFileSync("npm", ["pack", "--loglevel=error", "--pack-destination", TO], { cwd: from });
  rmSync(join(from, "dist"), { recursive: true });
  const packed = readdirSync(TO).find((file) => file.startsWith(`ageway-${name}-`)) ?? "";
  renameSync(join(TO, packed), join(TO, `ageway-${name}.tgz`));
}
// Composer takes a folder, and pip an archive of one.
for (const name of ["php", "python"])
  execFileSync("tar", [
    "-czf",
    join(TO, `ageway-${name}.tgz`),
    "--exclude=__pycache__",
    ...["-C", join(ROOT, "packages"), name],
  ]);
