import { readdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

const TASKS = "/proc/self/task";

/**
 * Gives way to calls where the processor is busy. On Linux a priority is that of a thread: without the helpers, the garbage of a
 * page would be collected at the expense of calls. `process`: all threads of this process; `thread`: this one, without the helpers,
 * for each of which the end of a process waits.
 */
export function giveWay(who: "process" | "thread"): void {
  // A process may only lower its priority. Started with a low one, it keeps that: the operator has chosen it.
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
  const isOfThreads = process.platform === "linux";
  if (isOfThreads || who === "process") setPriority(priority);
  if (!isOfThreads || who === "thread") return;
  for (const task of readdirSync(TASKS))
    try {
      setPriority(Number(task), priority);
    } catch {
      // The thread has ended.
    }
}
