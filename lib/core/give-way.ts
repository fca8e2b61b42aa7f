import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

const TASKS = "/proc/self/task";
/** As Node names the threads that collect garbage and compile for all others. They have begun before any code of ours. */
const HELPER = /^V8Worker/;

/**
 * Gives way to calls where the processor is busy. On Linux a priority is that of a thread: without the helpers, the garbage of a
 * page would be collected at the expense of calls. `process`: all threads of this process; `thread`: this one, and the helpers of
 * a process that answers no calls itself; `thread alone`: not the helpers.
 */
export function giveWay(who: "process" | "thread" | "thread alone"): void {
  // A process may only lower its priority. Started with a low one, it keeps that: the operator has chosen it.
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
  const isOfThreads = process.platform === "linux";
  if (isOfThreads || who === "process") setPriority(priority);
  if (!isOfThreads || who === "thread alone") return;
  for (const task of readdirSync(TASKS))
    try {
      if (who === "process" || HELPER.test(readFileSync(`${TASKS}/${task}/comm`, "utf8")))
        setPriority(Number(task), priority);
    } catch {
      // It has ended.
    }
}
