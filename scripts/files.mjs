import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

export function writeFileAtomically(file, text, mode) {
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

/** Makes a folder that another user, such as PostgreSQL's, may pass through, and nobody may list. */
export function makeTraversable(directory) {
  if (existsSync(directory) && !statSync(directory).isDirectory())
    throw new Error(`${directory} is not a folder. Move it away, or set DATA_DIR to another place.`);
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o711);
}

/** Makes a folder that nobody else can read. */
export function makePrivate(directory) {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
}

/**
 * Lets one start at a time use a data folder. The lock of a process that has ended is ignored; `wasKilled`: there was one.
 * @returns {{ release: () => void, wasKilled: boolean }}
 */
export function lock(file) {
  for (const isLastTry of [false, true]) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return { release: () => rmSync(file, { force: true }), wasKilled: isLastTry };
    } catch (error) {
      if (error.code !== "EEXIST")
        throw new Error(
          `${file} cannot be written (${error.code}). Make room there and let this user write, or set DATA_DIR to another folder.`,
        );
      const pid = Number(readFileSync(file, "utf8"));
      if (isLastTry || isStart(pid))
        throw new Error(
          `Ageway already runs on this data folder (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
        );
      rmSync(file, { force: true });
    }
  }
}

/** Process numbers are used again, so the command line decides whether this one is a start of ours. */
function isStart(pid) {
  if (!(pid > 0) || pid === process.pid) return false;
  if (existsSync("/proc/self/cmdline")) {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) && readFileSync(file, "utf8").includes("start.mjs");
  }
  return String(spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout).includes("start.mjs");
}
