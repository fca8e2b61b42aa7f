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

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** Kills a process with all of its children in one moment: it stands still first, so that it starts no other meanwhile. */
export function killTree(pid: number): void {
  process.kill(pid, "SIGSTOP");
  for (const doomed of [...childrenOf(pid), pid])
    try {
      process.kill(doomed, "SIGKILL");
    } catch (fault) {
      // A child may end by itself meanwhile.
      if ((fault as NodeJS.ErrnoException).code !== "ESRCH") throw fault;
    }
}
