import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const NAME = "ageway-tests";
const GIB = 2 ** 30;

/**
 * A folder for all that a run of tests writes, which its processes know as `TMPDIR`. It is in memory where there is room: PostgreSQL
 * copies its database some fifty times, and a file costs a disk's journal several times the processor's time. Folders of runs
 * that were killed are removed, for they keep that memory.
 * @param {string} [memory] a file system in memory
 */
export function makeTemporaryDirectory(memory = MEMORY) {
  const place = isRoomy(memory) ? memory : tmpdir();
  for (const name of readdirSync(place))
    if (isLeft(place, name)) rmSync(join(place, name), { recursive: true, force: true });
  const directory = mkdtempSync(join(place, `${NAME}-${process.pid}-`));
  // PostgreSQL runs as another user, who has to enter it.
  chmodSync(directory, 0o711);
  return directory;
}

/** A run needs about 1 GiB there, and memory for itself. Containers often have 64 MB, and none of it may be run. */
function isRoomy(place) {
  const mounted = existsSync("/proc/mounts") ? readFileSync("/proc/mounts", "utf8").split("\n") : [];
  const [, , type, options] = mounted.map((line) => line.split(" ")).find(([, at]) => at === place) ?? [];
  if (type !== "tmpfs" || /\b(?:noexec|ro)\b/.test(options ?? "")) return false;
  const { bavail, bsize } = statfsSync(place);
  // What a container may use counts, and not what its machine has.
  return Math.min(bavail * bsize, process.availableMemory()) > 8 * GIB;
}

/** Whether it is the folder of a run of this user whose process has ended. */
function isLeft(place, name) {
  const [, pid] = new RegExp(`^${NAME}-(\\d+)-`).exec(name) ?? [];
  if (!pid || statSync(join(place, name), { throwIfNoEntry: false })?.uid !== process.getuid?.()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}
