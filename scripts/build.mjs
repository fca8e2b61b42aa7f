// Builds everything into `.next`. `next build` leaves a processor idle for a while, in which others do what needs nothing of it.
import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coloursOf, sheetOf } from "./sheet.mjs";

const ROOT = join(import.meta.dirname, "..");
const TO = join(ROOT, ".next");
/** All that Next leaves in place when it begins. */
const ASIDE = join(TO, "cache");

const site = sheetOf(join(ROOT, "app", "_site", "site.css"));
await finish([
  run("node_modules/.bin/next", "build"),
  run("scripts/pack.mjs", join(ASIDE, "packages")),
  run("docs/build.ts", join(ASIDE, "docs")),
]);
for (const name of ["packages", "docs"]) {
  rmSync(join(TO, name), { recursive: true, force: true });
  renameSync(join(ASIDE, name), join(TO, name));
}
// The pages that Next does not draw read their style here, once.
const styles = join(TO, "styles");
mkdirSync(styles, { recursive: true });
writeFileSync(join(styles, "site.css"), await site);
writeFileSync(join(styles, "colours.json"), JSON.stringify(coloursOf(join(ROOT, "app", "_ui", "theme.css"))));
await finish([run("scripts/bundle.mjs")]);

async function finish(programs) {
  const statuses = await Promise.all(programs);
  if (statuses.some((status) => status !== 0)) process.exit(1);
}

function run(...order) {
  const child = spawn(process.execPath, order, { cwd: ROOT, stdio: "inherit" });
  return new Promise((done) => {
    child.once("error", () => done(1));
    child.once("close", done);
  });
}
