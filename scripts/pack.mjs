// Packs what shops install, and puts it where the instance serves it from (`app/packages`), or into another folder.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packFolder } from "./pack-folder.mjs";
import { packPlugin } from "./pack-plugin.mjs";
import { packWheel } from "./pack-wheel.mjs";

const ROOT = join(import.meta.dirname, "..");
const TSC = join(ROOT, "node_modules", ".bin", "tsc");
const TO = process.argv[2] ?? join(ROOT, ".next", "packages");
const OF_NPM = ["server", "age-gate", "gate-test", "gate"];

rmSync(TO, { recursive: true, force: true });
mkdirSync(TO, { recursive: true });
// `npm run types` checks their sources with all others.
for (const name of OF_NPM) execFileSync(TSC, ["-p", join(ROOT, "packages", name), "--noCheck"]);
// npm for all, once: it takes longer to start, and again for each script, than to pack.
const folders = OF_NPM.map((name) => `./packages/${name}`);
execFileSync("npm", ["pack", ...folders, "--ignore-scripts", "--loglevel=error", "--pack-destination", TO], {
  cwd: ROOT,
});
for (const name of OF_NPM) {
  rmSync(join(ROOT, "packages", name, "dist"), { recursive: true });
  const packed = readdirSync(TO).find((file) => new RegExp(`^ageway-${name}-\\d`).test(file)) ?? "";
  renameSync(join(TO, packed), join(TO, `ageway-${name}.tgz`));
}
for (const name of ["php", "python"]) packFolder(join(ROOT, "packages", name), join(TO, `ageway-${name}.tgz`));
packPlugin(
  join(ROOT, "packages", "woocommerce"),
  join(ROOT, "packages", "php"),
  join(TO, "ageway-for-woocommerce.zip"),
);
packWheel(join(ROOT, "packages", "python"), TO);
