import { parentPort } from "node:worker_threads";
import { exitOnCrash } from "#lib/core/crash.ts";
import { useDatabaseFor } from "#lib/core/database.ts";
import { logInsteadOfConsole } from "#lib/core/log.ts";
import { awaitEpoch } from "#lib/core/read-epoch.ts";
import { loadProviders } from "#lib/eid/read-providers.ts";
import { startJobs } from "#lib/jobs.ts";

/**
 * The thread of the jobs. `server.ts` starts it beside the thread that answers requests: to seal 5,000 rows of the ledger
 * takes a fifth of a second, in which no caller waits.
 */
logInsteadOfConsole();
exitOnCrash();
useDatabaseFor("jobs");
// Invoices name them.
loadProviders();
// Runs of the doctor and mailed links are encrypted under its keys.
await awaitEpoch();
const jobs = startJobs();
parentPort?.once("message", async () => {
  await jobs.stop();
  process.exit(0);
});
