import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { copyBuild, linkPackages } from "./production-install.ts";

/** The last stage of a Dockerfile. */
export function readDockerfile(file = "Dockerfile") {
  const text = readFileSync(file, "utf8").replaceAll(/\\\n\s*/g, "");
  const [, stage = ""] = text.split(/^FROM (?!.* AS )/m);
  const valuesOf = (word: string) =>
    [...stage.matchAll(new RegExp(`^${word} (.*)$`, "gm"))].map(([, value = ""]) => value);
  const [health = ""] = valuesOf("HEALTHCHECK");
  return {
    text,
    copies: valuesOf("COPY").map((line) => {
      const words = line.split(" ").filter((word) => !word.startsWith("--"));
      return { from: words.slice(0, -1).map((path) => path.replace("/ageway/", "")), to: words.at(-1) ?? "" };
    }),
    env: Object.fromEntries(
      valuesOf("ENV").flatMap((line) => line.split(" ").map((pair) => pair.split("=") as [string, string])),
    ),
    user: valuesOf("USER")[0],
    stopSignal: valuesOf("STOPSIGNAL")[0],
    command: JSON.parse(valuesOf("CMD")[0] ?? "") as string[],
    health: JSON.parse(health.slice(health.indexOf("CMD ") + 4)) as string[],
  };
}

/** What the image would hold, in `folder`: no engine is needed for that. */
export function fillImage(folder: string): void {
  for (const { from, to } of readDockerfile().copies)
    for (const path of from) {
      const target = to === "./" ? join(folder, basename(path)) : join(folder, to);
      mkdirSync(join(target, ".."), { recursive: true });
      if (path === ".next") copyBuild(target);
      else if (path === "node_modules") linkPackages(folder);
      else cpSync(path, target, { recursive: true });
    }
}

/**
 * A program and its arguments that run `command` in `folder` as the image would: as a user without a name, with a file system that
 * nobody can write to except /tmp, and where nothing of this project is but `folder`. That takes root; without it, the command
 * runs as it is, and `isWhole` says so.
 */
export function inImage(root: string, folder: string, command: readonly string[]) {
  if (process.getuid?.() !== 0 || !existsSync("/proc/self/ns/mnt"))
    return { isWhole: false, program: [...command], cwd: folder };
  for (const path of ["usr", "bin", "lib", "lib64", "etc", "proc", "dev", "tmp", "run"])
    mkdirSync(join(root, path), { recursive: true });
  execFileSync("touch", [join(root, "node")]);
  const script = `set -e
    root=$1 node=$2; shift 2
    mount --bind "$root" "$root"
    for path in usr bin lib lib64 etc proc dev; do [ ! -e /$path ] || mount --rbind /$path "$root/$path"; done
    mount --bind "$node" "$root/node"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    mount -o remount,bind,ro "$root"
    if touch "$root/ageway/written" 2>/dev/null; then echo "The image can be written to"; exit 1; fi
    exec chroot --userspec=65532:65532 "$root" /bin/sh -c 'cd /ageway && exec "$@"' sh "$@"`;
  const [, ...rest] = command;
  return {
    isWhole: true,
    program: ["unshare", "--mount", "sh", "-c", script, "sh", root, process.execPath, "/node", ...rest],
    cwd: "/",
  };
}
