import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

/** Packs a workspace, such as `packages/server`, as `npm publish` would; in a copy, because what is built here has no `dist`. */
export async function packed(workspace: string) {
  const folder = mkdtempSync(join(tmpdir(), "ageway-packed-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const copy = join(folder, workspace);
  cpSync(join(ROOT, workspace), copy, { recursive: true, filter: (file) => !/\/(?:dist|node_modules)$/.test(file) });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: copy });
  const [, name = ""] = /"filename": "([^"]+)"/.exec(stdout) ?? [];
  const tarball = join(folder, name);
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
