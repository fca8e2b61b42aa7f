// `npm run lock`, after npm has written the lock file without the addresses of a registry: says where in any registry each package
// is. Without that, npm asks for the list of all versions of each, 150 MB of them. `.npmrc` has npm put the machine's registry in.
import { readFileSync, writeFileSync } from "node:fs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const [path, found] of Object.entries(lock.packages)) {
  if (found.integrity === undefined) continue;
  const { version, ...others } = found;
  const name = others.name ?? path.split("node_modules/").at(-1);
  const resolved = `https://registry.invalid/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
  lock.packages[path] = { version, resolved, ...others };
}
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
