import { PgBoss } from "pg-boss";
import { databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import { examineShops } from "#lib/gate-test/examine-shops.ts";
import { countRepeats } from "./base/repeats.rules.ts";
import { alertKeys, alertSpending } from "./billing/alerts.ts";
import { closeMonths } from "./billing/close-months.ts";
import { sealLedger } from "./billing/ledger-seal.ts";
import { followCustomers } from "./billing/stripe/follow-customers.ts";
import { sendMeterEvents } from "./billing/stripe/meter.ts";
import { RECHECK_AT } from "./domains/proof.rules.ts";
import { recheckDomains } from "./domains/recheck.ts";
import { sendWaitingMail } from "./mail/mail.ts";
import { faultOf, log } from "./observe/log.ts";
import { asRequest } from "./observe/request-context.ts";
import {
  fillCheckList,
  makeComingPartitions,
  purgeActivity,
  purgeEmails,
  purgePages,
  purgeSignIns,
  purgeVerifications,
} from "./retention/purge.ts";
import { bossDatabase } from "./runtime/boss-database.ts";
import { closeDatabase, finishStatements } from "./runtime/database.ts";
import { warnOfLogin } from "./runtime/database-warnings.ts";
import { withTimeout } from "./runtime/with-timeout.ts";
import { offerFirstOwnerLink } from "./sign-in/first-owner.ts";

/** Name, time (cron, UTC) and verb of each job. Of many replicas one runs it. */
const JOBS = [
  ["purge-pages", "* * * * *", purgePages],
  ["make-partitions", "2 * * * *", makeComingPartitions],
  ["purge-verifications", "7-57/10 * * * *", purgeVerifications],
  ["purge-activity", "17 * * * *", purgeActivity],
  ["purge-emails", "27 * * * *", purgeEmails],
  ["purge-sign-ins", "37 * * * *", purgeSignIns],
  ["seal-ledger", "* * * * *", sealLedger],
  ["alert-spending", "* * * * *", alertSpending],
  ["alert-keys", "*/10 * * * *", alertKeys],
  ["close-months", "5 * * * *", closeMonths],
  ["send-mail", "* * * * *", sendWaitingMail],
  ["send-meter-events", "* * * * *", sendMeterEvents],
  ["follow-stripe", "47 * * * *", followCustomers],
  ["fill-check-list", "*/10 * * * *", fillCheckList],
  ["examine-shops", "* * * * *", examineShops],
  ["recheck-domains", `${RECHECK_AT.minute} ${RECHECK_AT.hour} * * *`, recheckDomains],
] as const;

/**
 * Sets how another process finds that the one with a job is gone: that one says every half of `heartbeatSeconds` that it
 * lives, and each process looks every `monitorSeconds`. So a job goes on within about a minute. `pollSeconds`: how often
 * each looks whether a job waits. With the two seconds of pg-boss, a server that nobody asks spent most of its
 * processor's time on that. `retryMs`: how often a process asks for a database that is away.
 */
const TIMES = { heartbeatSeconds: 30, monitorSeconds: 30, pollSeconds: 10, retryMs: 5_000 };
/** A run takes seconds. One that never ends is taken for failed then, except these, which visit every organization or domain. */
const EXPIRY_SECONDS = 300;
const LONG_EXPIRY_SECONDS = 3_600;
const LONG = new Set(["close-months", "fill-check-list", "follow-stripe", "recheck-domains"]);

/** They run at a start, too: where nothing ran for days, rows are older than we promise, and an hour more is too late. */
const AT_START = [
  "purge-pages",
  "purge-verifications",
  "purge-activity",
  "purge-emails",
  "purge-sign-ins",
  "fill-check-list",
];

/** With `stately`, which lets a run wait while another goes on, a process may take a minute to see that the other has ended. */
const POLICY = "exclusive";

/**
 * Sets how long a stopping process lets a running job go on before another process gets it: with what follows, less than
 * the second in which an instance ends after its last answer.
 */
const STOP_MS = 500;

/**
 * Starts the jobs in this process; their queues are in the same database, in the schema `jobs`. While the database does not
 * answer, this tries again every five seconds, and requests are served meanwhile. `stop` gives the jobs to another process: one
 * that still runs after half a second is cut. Each works in steps that commit or do not, and its next run continues from there.
 * The connections of the queues close with the process.
 */
export function startJobs(times = TIMES): { stop: () => Promise<void> } {
  let boss: PgBoss | null = null;
  let isStopping = false;

  const start = async () => {
    const own = openBoss(times);
    boss = own;
    try {
      await own.start();
      await prepareQueues(own, times);
      // Before the first look of those that run them.
      for (const name of AT_START) await own.send(name);
      await workOn(own, times);
      await prepareSchedules(own);
      await warnOfLogin();
      await offerFirstOwnerLink();
    } catch (fault) {
      if (isStopping) return;
      log.error({ event: "jobs_not_started", ...faultOf(fault) });
      boss = null;
      await own.stop({ graceful: false }).catch(() => {});
      setTimeout(() => isStopping || start(), times.retryMs).unref();
    }
  };

  const stop = async () => {
    isStopping = true;
    if (boss) await handOver(boss).catch(() => {});
  };

  void start();
  return { stop };
}

/** Makes the queue of each job, of which at most one run waits or goes on. An earlier version may have made it differently. */
async function prepareQueues(boss: PgBoss, { heartbeatSeconds }: typeof TIMES): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name] of JOBS) {
    const options = { heartbeatSeconds, expireInSeconds: LONG.has(name) ? LONG_EXPIRY_SECONDS : EXPIRY_SECONDS };
    const queue = known.get(name);
    if (queue?.policy === POLICY) await boss.updateQueue(name, options);
    else {
      if (queue) await boss.deleteQueue(name);
      await boss.createQueue(name, { policy: POLICY, ...options });
    }
  }
}

/** An earlier version may have scheduled jobs under names that this version does not know: no process would run them. */
async function prepareSchedules(boss: PgBoss): Promise<void> {
  const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const [name, cron] of JOBS) {
    if (known.get(name) !== cron) await boss.schedule(name, cron);
    known.delete(name);
  }
  for (const name of known.keys()) await boss.unschedule(name);
}

async function workOn(boss: PgBoss, { pollSeconds }: typeof TIMES): Promise<void> {
  for (const [name, , run] of JOBS)
    await boss.work(name, { pollingIntervalSeconds: pollSeconds }, () =>
      // Its lines in the log have an id of their own.
      asRequest({ peer: "" }, () => logged(name, run)),
    );
}

async function handOver(boss: PgBoss): Promise<void> {
  // pg-boss itself looks only twice a second whether a job has ended.
  const ended = Promise.all(JOBS.map(([name]) => boss.offWork(name, { wait: true })));
  const isCut = await withTimeout(STOP_MS, ended).then(
    () => false,
    () => true,
  );
  // What a run still holds must be free before the next process begins it.
  await (isCut ? closeDatabase(0) : finishStatements());
  await boss.stop({ graceful: false, close: false });
}

function openBoss({ monitorSeconds }: typeof TIMES): PgBoss {
  const boss = new PgBoss({
    db: bossDatabase("boss"),
    schema: "jobs",
    createSchema: false,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
  });
  // While the database is away, each question meets the same fault.
  const repeats = countRepeats();
  boss.on("error", (fault) => {
    const known = faultOf(fault);
    const times = repeats(known.code ?? known.fault, performance.now());
    if (times !== null) log.error({ event: "jobs_failed", times, ...known, advice: databaseAdvice(known.code) });
  });
  return boss;
}

/** Logs why a job failed. Its next run tries again. */
async function logged(name: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (fault) {
    log.error({ event: "job_failed", job: name, ...faultOf(fault) });
    throw fault;
  }
}
