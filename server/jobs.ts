import { parentPort } from "node:worker_threads";
import { loadConfiguration } from "#lib/eid/read-providers.ts";
import { startJobs } from "#lib/jobs.ts";
import { exitOnCrash } from "#lib/observe/crash.ts";
import { logInsteadOfConsole } from "#lib/observe/log.ts";
import { useDatabaseFor } from "#lib/runtime/database.ts";
import { awaitEpoch } from "#lib/runtime/read-epoch.ts";

/**
 * The thread of the jobs. `server.ts` starts it beside the thread that answers requests: to seal 5,000 rows of the ledger
 * takes a fifth of a second, in which no caller waits.
 */
logInsteadOfConsole();
exitOnCrash();
useDatabaseFor("jobs");
// Invoices name them.
loadConfiguration();
// Runs of the gate test and mailed links are encrypted under its keys.
await awaitEpoch();
const jobs = startJobs();
parentPort?.once("message", async () => {
  await jobs.stop();
  process.exit(0);
});
