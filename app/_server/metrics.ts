import cluster from "node:cluster";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, get } from "node:http";
import { readBacklog } from "#lib/core/backlog.ts";
import { config } from "#lib/core/config.ts";
import { type JobStatus, readJobs } from "#lib/core/job-status.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { AggregatorRegistry, collectProcessMetrics, gauge, register } from "#lib/core/metrics.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";

/** How long a process that stands still may keep the others' figures waiting, and the database its own. */
const WAIT_MS = 1_000;
/** How long a load balancer may wait for an answer. */
const READY_MS = 2_000;

type Backlog = NonNullable<Awaited<ReturnType<typeof readBacklog>>>;
type Figures = Awaited<ReturnType<typeof register.getMetricsAsJSON>>;
type Message = { figuresOf?: number; figures?: Figures };

/** In a worker or the process of the pages: sends its figures to the first process when that asks. */
export function sendMetrics(role: string): void {
  if (config().metrics === null) return;
  collectProcessMetrics(role);
  process.on("message", async (message: Message | null) => {
    if (message?.figuresOf === undefined || message.figures) return;
    const figures = await register.getMetricsAsJSON();
    if (process.connected) process.send?.({ figuresOf: message.figuresOf, figures }, undefined, undefined, () => {});
  });
}

/**
 * `/metrics` on a port of its own, in the text format of Prometheus, for all processes of this instance. Ends this process where
 * the port cannot be had: before it has others, which would lose the channel to it as they start.
 */
export async function serveMetrics(): Promise<void> {
  const { metrics } = config();
  if (metrics === null) return;
  collectProcessMetrics("first");
  gauge("ageway_build_info", "1: the version that runs, and Node's", () => [[readVersions(), 1]], ["version", "node"]);
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  gauge("ageway_start_time_seconds", "When the first process started, in seconds since 1970", () => [[{}, startedAt]]);
  const [backlog, readiness] = [readBacklogGauges(), readReadiness()];
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, async (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end();
    try {
      const [others] = await Promise.all([figuresOfOthers(), backlog.refresh(), readiness.refresh()]);
      const own = await register.getMetricsAsJSON();
      const text = await AggregatorRegistry.aggregate([own, ...others]).metrics();
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

/** The server works in the project's folder. */
function readVersions() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return { version, node: process.versions.node };
}

let asked = 0;

/** One that does not answer in time is left out. */
async function figuresOfOthers(): Promise<Figures[]> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
  const question = ++asked;
  const answers = workers.map(
    (worker) =>
      new Promise<Figures | null>((done) => {
        const end = (figures: Figures | null) => {
          clearTimeout(timer);
          worker?.off("message", read);
          done(figures);
        };
        const read = (message: Message | null) => message?.figuresOf === question && end(message.figures ?? null);
        const timer = setTimeout(() => end(null), WAIT_MS);
        worker?.on("message", read).send({ figuresOf: question }, undefined, undefined, () => {});
      }),
  );
  return (await Promise.all(answers)).filter((figures) => figures !== null);
}

/** Asks as a load balancer does: a process that hangs shows in no figure of this one. */
function readReadiness() {
  let isReady = false;
  gauge("ageway_ready", "1: /api/health/ready answered 200 within two seconds", () => [[{}, isReady ? 1 : 0]]);
  return {
    refresh: () =>
      new Promise<void>((done) => {
        const end = (answer: boolean) => {
          isReady = answer;
          done();
        };
        const { host, port } = config();
        // The agent of its own takes no way through a proxy.
        const asking = get({ host, port, path: "/api/health/ready", agent: false, timeout: READY_MS }, (answer) => {
          answer.resume();
          end(answer.statusCode === 200);
        });
        asking.once("timeout", () => asking.destroy()).once("error", () => end(false));
      }),
  };
}

/** What waits in the database, asked once for each scrape. Without an answer, only `ageway_database_up` is there. */
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
