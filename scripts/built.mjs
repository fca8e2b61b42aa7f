// No dependencies, plain JavaScript: `prepare.mjs` runs it before anything is installed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The build is made of these. */
const SOURCES = [
  "app",
  "lib",
  "db",
  "messages",
  "public",
  "main.ts",
  "server.ts",
  "pages.ts",
  "jobs.ts",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "cli",
  "scripts",
];

/** A build stores the digest of its sources there. */
export const BUILT_FROM = join(".next", "ageway-built");

/** The digest of the current sources. */
export function digestOfSources(root = ".") {
  return digestOfFiles(SOURCES, { root });
}

/** Is the build made of the current sources? */
export function isBuilt(root = ".") {
  const stamp = join(root, BUILT_FROM);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === digestOfSources(root);
}

/** `salt`: anything else that makes another digest. */
export function digestOfFiles(paths, { root = ".", salt = "" } = {}) {
  const hash = createHash("sha256").update(salt);
  for (const file of paths.flatMap((path) => filesUnder(root, path)))
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function filesUnder(root, path) {
  const place = join(root, path);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [path];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}
