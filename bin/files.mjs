import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

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
      if (isLastTry || isAlive(pid))
        throw new Error(
          `Ageway already runs on this data folder (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
        );
      rmSync(file, { force: true });
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return error.code === "EPERM";
  }
}
