import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A built tree in `root` with the packages of a production install. */
export function installProduction(root: string): void {
  for (const path of execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean))
    if (!path.startsWith("tests/") && existsSync(path)) cpSync(path, join(root, path));
  copyBuild(join(root, ".next"));
  execFileSync(
    "npm",
    ["ci", "--omit=dev", "--omit=optional", "--workspaces=false", "--prefer-offline", "--loglevel=error"],
    { cwd: root },
  );
}

/** Without what only the next build reads. */
export function copyBuild(target: string): void {
  for (const path of readdirSync(".next")) {
    if (path === "cache" || path === "turbopack") continue;
    cpSync(join(".next", path), join(target, path), { recursive: true, verbatimSymlinks: true });
  }
}

type Flags = { dev?: true; optional?: true; devOptional?: true; link?: true };

/** What a production install would leave, in a second and without source maps: the lock file says which packages are for others. */
export function linkPackages(root: string): void {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const [path, { dev, optional, devOptional, link }] of Object.entries<Flags>(packages))
    if (path.startsWith("node_modules/") && !dev && !optional && !devOptional && !link && existsSync(path))
      linkFolder(path, join(root, path));
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isFile() && !entry.name.endsWith(".map")) linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // Another file system.
    copyFileSync(source, target);
  }
}
