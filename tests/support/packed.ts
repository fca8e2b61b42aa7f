import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { refuseOldBuild } from "./app.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

/** A workspace, such as `packages/server`, as the build packed it: an instance serves that, and `npm publish` would make the same. */
export async function packed(workspace: string) {
  refuseOldBuild(ROOT);
  const folder = mkdtempSync(join(tmpdir(), "ageway-packed-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const tarball = join(ROOT, ".next", "packages", `ageway-${basename(workspace)}.tgz`);
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  await run("tar", ["xzf", tarball, "-C", unpacked, "--strip-components=1"]);
  const { stdout: files } = await run("tar", ["tzf", tarball]);
  return {
    folder,
    tarball,
    unpacked,
    bytes: statSync(tarball).size,
    files: files
      .trim()
      .split("\n")
      .map((file) => file.replace("package/", "")),
    manifest: JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
