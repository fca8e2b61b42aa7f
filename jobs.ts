import { parentPort } from "node:worker_threads";
import { faultOf, log, logInsteadOfConsole } from "#lib/core/log.ts";
import { startJobs } from "#lib/jobs.ts";

/**
 * The thread of the jobs. `server.ts` starts it beside the thread that answers requests: to seal 5,000 rows of the ledger
 * takes a fifth of a second, in which no caller waits.
 */
logInsteadOfConsole();
process.once("uncaughtException", (fault) => {
  log.fatal({ event: "crashed", ...faultOf(fault) });
  process.exit(1);
});
const jobs = startJobs();
parentPort?.once("message", async () => {
  await jobs.stop();
  process.exit(0);
});
