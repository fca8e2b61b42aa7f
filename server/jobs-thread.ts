import { Worker } from "node:worker_threads";
import { faultOf, log } from "#lib/observe/log.ts";

/** Lies beside this one in the build. */
const PROGRAM = new URL("jobs.mjs", import.meta.url);
const RESTART_MS = 5_000;
/** Is more than the thread takes to hand a running job over, unless the database does not answer. */
const STOP_MS = 3_500;

let thread: Worker | null = null;
let stopping: Promise<void> | null = null;

/** Runs the jobs in a thread of their own (`jobs.ts`), with connections of their own. A thread that ended is started again. */
export function startJobsThread(): void {
  if (stopping) return;
  const started = new Worker(PROGRAM);
  thread = started;
  started.once("error", (fault) => log.error({ event: "jobs_failed", ...faultOf(fault) }));
  started.once("exit", () => {
    thread = null;
    setTimeout(startJobsThread, RESTART_MS).unref();
  });
}

/** Ends the jobs, so that another process goes on with them; a job that runs is handed over. The requests are served meanwhile. */
export function stopJobsThread(): Promise<void> {
  stopping ??= endThread();
  return stopping;
}

async function endThread(): Promise<void> {
  const ending = thread;
  if (ending === null) return;
  const ended = new Promise((done) => ending.once("exit", done));
  const timer = setTimeout(() => void ending.terminate(), STOP_MS);
  ending.postMessage("stop");
  await ended;
  clearTimeout(timer);
}
