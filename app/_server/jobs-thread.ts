import { Worker } from "node:worker_threads";
import { faultOf, log } from "#lib/core/log.ts";

/** Beside this one in the build. */
const PROGRAM = new URL("jobs.mjs", import.meta.url);
const RESTART_MS = 5_000;

/** Runs the jobs in a thread of their own (`jobs.ts`), with connections of their own. A thread that ended is started again. */
export function startJobsThread(): void {
  const thread = new Worker(PROGRAM);
  thread.once("error", (fault) => log.error({ event: "jobs_failed", ...faultOf(fault) }));
  thread.once("exit", () => setTimeout(startJobsThread, RESTART_MS).unref());
}
