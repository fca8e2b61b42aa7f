import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

export function writeFileAtomically(file, text, mode) {
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

/** One start at a time on one data folder. A lock whose process is gone counts for nothing. */
export function lock(file) {
  for (const isLastTry of [false, true]) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const pid = Number(readFileSync(file, "utf8"));
      if (isLastTry || isStart(pid))
        throw new Error(
          `Ageway already runs on this data folder (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
        );
      rmSync(file, { force: true });
    }
  }
}

/** Process numbers are used again: is this one alive, and a start of ours? */
function isStart(pid) {
  if (!(pid > 0) || pid === process.pid) return false;
  if (existsSync("/proc/self/cmdline")) {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) && readFileSync(file, "utf8").includes("start.mjs");
  }
  return String(spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout).includes("start.mjs");
}
