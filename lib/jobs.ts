import { PgBoss } from "pg-boss";
import { purgeActivity } from "./activity/purge.ts";
import { alertKeys } from "./billing/alert-keys.ts";
import { alertSpending } from "./billing/alert-spending.ts";
import { closeMonths } from "./billing/close.ts";
import { sealLedger } from "./billing/seal.ts";
import { sendMeterEvents } from "./billing/stripe/meter.ts";
import { config } from "./core/config.ts";
import { warnOfOwnerLogin } from "./core/database-role.ts";
import { faultOf, log } from "./core/log.ts";
import { sendWaitingMail } from "./core/outbox.ts";
import { RECHECK_AT } from "./domains/proof.rules.ts";
import { recheckDomains } from "./domains/recheck.ts";
import { offerFirstOwner } from "./sign-in/first-owner.ts";
import { purgeSignIns } from "./sign-in/purge.ts";
import { purgePages, purgeVerifications } from "./verification/purge.ts";

/** What runs beside the requests: name, when (cron, UTC), and what. Of many replicas, one runs each. */
const JOBS = [
  ["forget-pages", "* * * * *", purgePages],
  ["forget-verifications", "7 * * * *", purgeVerifications],
  ["forget-sign-ins", "37 * * * *", purgeSignIns],
  ["forget-activity", "17 * * * *", purgeActivity],
  ["seal-ledger", "* * * * *", sealLedger],
  ["watch-spending", "* * * * *", alertSpending],
  ["watch-keys", "*/10 * * * *", alertKeys],
  ["close-months", "5 * * * *", closeMonths],
  ["send-mail", "* * * * *", sendWaitingMail],
  ["send-meter-events", "* * * * *", sendMeterEvents],
  ["recheck-domains", `${RECHECK_AT.minute} ${RECHECK_AT.hour} * * *`, recheckDomains],
] as const;

const RETRY_MS = 5_000;

/**
 * Starts the jobs in this process; they live in the same database, in the schema `jobs`. A database that is away delays
 * them, and nobody else. Nothing stops them but the end of the process: each goes in steps that commit or do not, and the next
 * run goes on from there.
 */
export async function startJobs(): Promise<void> {
  // A small pool of its own, under the application's role.
  const address = new URL(config().databaseUrl);
  address.searchParams.set("options", "-c role=ageway_app");
  const boss = new PgBoss({ connectionString: address.href, max: 2, schema: "jobs", createSchema: false });
  boss.on("error", (fault) => log.error({ event: "jobs_failed", ...faultOf(fault) }));
  try {
    await boss.start();
    for (const [name, cron, work] of JOBS) {
      await boss.createQueue(name, { policy: "singleton" });
      await boss.work(name, () => watched(name, work));
      await boss.schedule(name, cron);
    }
    await warnOfOwnerLogin();
    await offerFirstOwner();
  } catch (fault) {
    log.error({ event: "jobs_not_started", ...faultOf(fault) });
    await boss.stop({ graceful: false }).catch(() => {});
    setTimeout(startJobs, RETRY_MS).unref();
  }
}

/** A job that fails is asked again by the next run; the log knows why. */
async function watched(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    log.error({ event: "job_failed", job: name, ...faultOf(fault) });
    throw fault;
  }
}
