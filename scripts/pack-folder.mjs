// Packs a package that is installed from its folder: Composer takes one, and pip an archive of one.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Lists what the manifests name. A builder's folder may also hold what was installed, an editor's files or a secret. */
const CONTENTS = {
  php: /^(LICENSE|README\.md|composer\.json|autoload\.php|src\/([A-Z]\w*\/)*\w+\.php)$/,
  python: /^(LICENSE|README\.md|pyproject\.toml|src\/ageway\/(\w+\.py|py\.typed))$/,
};

/** Anybody may take the archive, so it does not name the account that made it. */
export function packFolder(folder, archive) {
  const name = basename(folder);
  const files = readdirSync(folder, { recursive: true })
    .filter((file) => CONTENTS[name].test(file))
    .sort()
    .map((file) => join(name, file));
  execFileSync("tar", ["-czf", archive, "--numeric-owner", ...owner(), "-C", dirname(folder), ...files]);
}

/** The tar of GNU, and that of macOS and the BSDs. */
function owner() {
  const isBsd = execFileSync("tar", ["--version"], { encoding: "utf8" }).startsWith("bsdtar");
  return isBsd ? ["--uid=0", "--gid=0"] : ["--owner=0", "--group=0"];
}
