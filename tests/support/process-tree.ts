import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The processes that a process has started itself. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(file)) return numbersIn(readFileSync(file, "utf8"));
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [child, parent] = numbersIn(line);
    return parent === pid && child !== undefined ? child : [];
  });
}

/** A process that has ended stays in the list until its parent has read its status: where that was killed, for a moment longer. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Kills a process with all of its children in one moment: it stands still first, so that it starts no other meanwhile. */
export function killTree(pid: number): void {
  signal(pid, "SIGSTOP");
  for (const doomed of [...childrenOf(pid), pid]) signal(doomed, "SIGKILL");
}

/** To a process that may have ended by itself. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "ESRCH") throw fault;
  }
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}
