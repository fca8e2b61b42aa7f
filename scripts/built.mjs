// No dependencies, plain JavaScript: `prepare.mjs` runs it before anything is installed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The build is made of these. */
export const SOURCES = [
  "app",
  "lib",
  "db",
  "messages",
  "packages/gate-test/src",
  "public",
  "server",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "cli",
  "scripts",
];

/** The pages of the documentation are made of these too. A second renders them, so they have a digest of their own. */
const DOCUMENTS = [
  "docs/build.ts",
  "docs/render",
  "docs/generate",
  "docs/integrate",
  "docs/operate",
  "docs/design/contract.md",
  "docs/openapi.json",
  "CHANGELOG.md",
];

/** What shops install is packed of these. */
const PACKAGES = ["age-gate", "gate", "gate-test", "php", "python", "server", "woocommerce", "tsconfig.json"].map(
  (name) => `packages/${name}`,
);

/** Lists what is built apart: its sources, and where a build stores their digest. */
const PARTS = {
  app: { sources: SOURCES, stamp: join(".next", "ageway-built") },
  docs: { sources: DOCUMENTS, stamp: join(".next", "docs", "ageway-built") },
  packages: { sources: PACKAGES, stamp: join(".next", "packages", "ageway-built") },
};

/** Notes of what the parts are built. `digests`: as `digestsOfSources` gave them before the build. */
export function noteBuilt(digests, root = ".") {
  for (const [part, digest] of Object.entries(digests)) writeFileSync(join(root, PARTS[part].stamp), digest);
}

/** The digests of the current sources, by part. */
export function digestsOfSources(root = ".") {
  return Object.fromEntries(
    Object.entries(PARTS).map(([part, { sources }]) => [part, digestOfFiles(sources, { root })]),
  );
}

/** Which parts are not made of the current sources. */
export function oldParts(root = ".") {
  return Object.entries(digestsOfSources(root))
    .filter(([part, digest]) => {
      const stamp = join(root, PARTS[part].stamp);
      return !existsSync(stamp) || readFileSync(stamp, "utf8") !== digest;
    })
    .map(([part]) => part);
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
