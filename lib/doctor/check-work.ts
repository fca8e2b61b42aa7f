import { timeText } from "#lib/base/time.rules.ts";
import { readBacklog } from "#lib/runtime/backlog.ts";
import { readJobs } from "#lib/runtime/job-status.ts";
import type { Config } from "#lib/runtime/read-config.ts";
import { type Found, foundOr, ok, warn, wrong } from "./finding.ts";

/** Holds what the alarm rules in `deploy/prometheus-alerts.yml` have. */
const LATE_SECONDS = 900;
const [HOUR, DAY] = [3_600, 86_400];
const WAIT_MS = 4_000;

export async function checkJobs(): Promise<Found[]> {
  const jobs = await readJobs();
  if (jobs.length === 0)
    return [
      wrong("No process has run jobs on this database", "Start the server, and look for jobs_not_started in its log."),
    ];
  const found = jobs.flatMap(({ job, lagSeconds, lastFailure, lastSuccess }): Found[] => {
    const last = lastSuccess ? `last done ${timeText(lastSuccess)}` : "never done";
    if (lagSeconds > LATE_SECONDS)
      return [
        wrong(
          `${job} is ${lagSeconds} s late, ${last}`,
          "Does a server run? Look for jobs_failed and job_failed in its log.",
        ),
      ];
    if (lastFailure && lastFailure > (lastSuccess ?? 0))
      return [
        warn(
          `${job} failed at ${timeText(lastFailure)}, ${last}`,
          `Look for job_failed with "job":"${job}" in the log.`,
        ),
      ];
    return [];
  });
  return foundOr(`${jobs.length} jobs run when they are due`, ...found);
}

/** Says what waits to be written, sent or sealed, and how long rows still find a partition. */
export async function checkBacklogs(): Promise<Found[]> {
  const backlog = await readBacklog(WAIT_MS);
  if (backlog === null) return [wrong("The database did not tell what waits", "See the findings about the database.")];
  const { mails, oldestMailSeconds, meterBatches, unsealedLedgers } = backlog;
  const waiting = `${mails} e-mails wait, the oldest for ${Math.round(oldestMailSeconds)} s`;
  return [
    ...foundOr(
      "Partitions are made ahead",
      horizonFound("verification", backlog.verificationHorizonSeconds, DAY),
      horizonFound("activity_event", backlog.activityHorizonSeconds, DAY),
      horizonFound("billing_event", backlog.ledgerHorizonSeconds, 14 * DAY),
    ),
    oldestMailSeconds > LATE_SECONDS
      ? wrong(waiting, "The job tries each every minute for three days. See the findings about mail.")
      : ok(waiting),
    unsealedLedgers > 0
      ? wrong(
          "Rows of the ledger wait for their seals",
          "Look at the job seal-ledger, and for organization_failed in the log.",
        )
      : ok("No row of the ledger waits for its seal"),
    meterBatches > 0
      ? warn(
          `${meterBatches} hours of usage wait for Stripe`,
          "Look for stripe_refused and meter_event_refused in the log.",
        )
      : ok("No usage waits for Stripe"),
  ];
}

function horizonFound(table: string, seconds: number, enough: number): Found | false {
  if (seconds >= enough) return false;
  const found = `New rows of ${table} find partitions for ${Math.max(0, Math.floor(seconds / HOUR))} hours`;
  const advice = "Look for job_failed of make-partitions. By hand, as the tables' owner: SELECT make_partitions();";
  return seconds < HOUR ? wrong(found, advice) : warn(found, advice);
}

/** Says what only the running server knows, from its own /metrics. */
export async function checkMetrics({ metrics }: Pick<Config, "metrics">): Promise<Found[]> {
  if (metrics === null)
    return [warn("There are no metrics", "Set METRICS_PORT, and let Prometheus watch it (observe.md).")];
  const host = metrics.host === "0.0.0.0" || metrics.host === "::" ? "127.0.0.1" : metrics.host;
  const text = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${metrics.port}/metrics`, {
    signal: AbortSignal.timeout(WAIT_MS),
  }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  if (text === null)
    return [
      wrong(
        `Nothing answers at METRICS_PORT ${metrics.port}`,
        "Does the server run, on this machine, with these settings?",
      ),
    ];
  const [lost, waiting] = ["ageway_activity_dropped_total", "ageway_activity_waiting"].map((name) => sumOf(text, name));
  const found = `${waiting} events of the activity record wait, ${lost} were lost since the start`;
  return [
    (lost ?? 0) > 0 ? warn(found, "The database was away or slow. Look for activity_dropped in the log.") : ok(found),
  ];
}

function sumOf(text: string, name: string): number {
  const lines = text.split("\n").filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
