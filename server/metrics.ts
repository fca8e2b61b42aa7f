import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { faultOf, log } from "#lib/observe/log.ts";
import { collectProcessMetrics, gauge, register } from "#lib/observe/metrics.ts";
import { readBacklog } from "#lib/runtime/backlog.ts";
import { config } from "#lib/runtime/config.ts";
import { unreadiness } from "#lib/runtime/health.ts";
import { type JobStatus, readJobs } from "#lib/runtime/job-status.ts";
import { withTimeout } from "#lib/runtime/with-timeout.ts";

const WAIT_MS = 1_000;

type Backlog = NonNullable<Awaited<ReturnType<typeof readBacklog>>>;
/** Serves `/metrics` on a port of its own, in the text format of Prometheus. Ends this process where the port cannot be had. */
export async function serveMetrics(): Promise<void> {
  const { metrics } = config();
  if (metrics === null) return;
  collectProcessMetrics();
  gauge("ageway_build_info", "1: the version that runs, and Node's", () => [[readVersions(), 1]], ["version", "node"]);
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  gauge("ageway_start_time_seconds", "When this process started, in seconds since 1970", () => [[{}, startedAt]]);
  const backlog = readBacklogGauges();
  let isReady = false;
  gauge("ageway_ready", "1: this process would tell a load balancer that it is ready", () => [[{}, isReady ? 1 : 0]]);
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, async (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end();
    try {
      const [reason] = await Promise.all([unreadiness(), backlog.refresh()]);
      isReady = reason === null;
      const text = await register.metrics();
      response.writeHead(200, { "Content-Type": register.contentType, "Content-Length": Buffer.byteLength(text) });
      response.end(text);
    } catch (fault) {
      log.error({ event: "metrics_failed", ...faultOf(fault) });
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  });
  server.once("error", (fault: NodeJS.ErrnoException) => {
    log.fatal({ event: "not_listening", code: fault.code, port: metrics.port });
    process.exit(1);
  });
  server.listen(metrics.port, metrics.host);
  await once(server, "listening");
}

/** Reads them there: the server works in the project's folder. */
function readVersions() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return { version, node: process.versions.node };
}

/** Reads what waits in the database, asked once for each scrape. Without an answer, only `ageway_database_up` is there. */
function readBacklogGauges() {
  let known: Backlog | null = null;
  let jobs: readonly JobStatus[] = [];
  const of = (read: (backlog: Backlog) => number) => () => (known ? [[{}, read(known)] as const] : []);
  const add = (name: string, help: string, read: (backlog: Backlog) => number) => gauge(name, help, of(read));
  gauge("ageway_database_up", "1: the database answered within a second", () => [[{}, known ? 1 : 0]]);
  add("ageway_mails_waiting", "E-mails that are not sent yet", ({ mails }) => mails);
  add("ageway_mail_oldest_seconds", "How long the oldest of them waits", (one) => one.oldestMailSeconds);
  add("ageway_meter_batches_waiting", "Batches of usage that Stripe has not taken yet", (one) => one.meterBatches);
  add(
    "ageway_ledgers_unsealed",
    "Organizations whose rows wait for a seal for 15 minutes",
    (one) => one.unsealedLedgers,
  );
  gauge(
    "ageway_database_connections",
    "Connections that count for a limit: of the server, and of this database and our login where they have one; of everybody",
    () => (known?.connections ?? []).map(({ of, taken }) => [{ of }, taken] as const),
    ["of"],
  );
  gauge(
    "ageway_database_connections_max",
    "What that limit leaves to logins that are no superusers",
    () => (known?.connections ?? []).map(({ of, allowed }) => [{ of }, allowed] as const),
    ["of"],
  );
  gauge(
    "ageway_partition_horizon_seconds",
    "How long from now new rows find a partition",
    () =>
      known
        ? [
            [{ table: "verification" }, known.verificationHorizonSeconds],
            [{ table: "activity_event" }, known.activityHorizonSeconds],
            [{ table: "billing_event" }, known.ledgerHorizonSeconds],
          ]
        : [],
    ["table"],
  );
  gauge(
    "ageway_job_late_seconds",
    "How long ago the next run of a job was due",
    () => jobs.map(({ job: name, lagSeconds }) => [{ name }, lagSeconds] as const),
    ["name"],
  );
  gauge(
    "ageway_job_failed",
    "1: the last run of a job failed",
    () =>
      jobs.map(
        ({ job: name, lastFailure, lastSuccess }) =>
          [{ name }, +(lastFailure ?? 0) > +(lastSuccess ?? 0) ? 1 : 0] as const,
      ),
    ["name"],
  );
  return {
    async refresh() {
      [known, jobs] = await Promise.all([readBacklog(WAIT_MS), withTimeout(WAIT_MS, readJobs()).catch(() => [])]);
    },
  };
}
