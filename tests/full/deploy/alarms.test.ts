import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { startApp } from "#tests/support/app.ts";
import { freePort } from "#tests/support/ports.ts";

const RULES = resolve("deploy/prometheus-alerts.yml");
const ALARMS: string[] = parse(readFileSync(RULES, "utf8")).groups[0].rules.map(
  ({ alert }: { alert: string }) => alert,
);

/** By the name of a series and its labels: its values, a minute apart, as promtool writes them. */
type Series = Record<string, string>;

/** The figures of a sound server, each as it stays. */
let sound: Series = {};

beforeAll(async () => {
  const [port, metrics] = [await freePort(), await freePort()];
  const app = await startApp({ ...inject("env"), METRICS_PORT: String(metrics) }, port);
  const read = () => fetch(`http://127.0.0.1:${metrics}/metrics`).then((answer) => answer.text());
  // The eIDs are asked and the jobs are made after the port is open.
  const text = await vi.waitFor(
    async () => {
      const text = await read();
      for (const name of ["ageway_ready 1", "ageway_eid_up{", "ageway_job_late_seconds{"])
        expect(text).toContain(`
${name}`);
      return text;
    },
    { timeout: 120_000, interval: 250 },
  );
  sound = seriesOf(text);
  await app.stop();
});

function seriesOf(text: string): Series {
  const lines = text.split("\n").filter((line) => line.startsWith("ageway_"));
  const of = lines.map((line) => {
    const at = line.lastIndexOf(" ");
    return [ofInstance(line.slice(0, at), "a:9464"), `${line.slice(at + 1)}x300`];
  });
  return { 'up{job="gateway",instance="a:9464"}': "1x300", ...Object.fromEntries(of) };
}

function ofInstance(series: string, instance: string): string {
  const [, name = series, labels = ""] = /^(\w+)\{(.*)\}$/.exec(series) ?? [];
  return `${name}{job="gateway",instance="${instance}"${labels && ","}${labels}}`;
}

const eid = (step: string, result: string) =>
  `ageway_eid_seconds_count{provider="b",mode="live",step="${step}",result="${result}"}`;
const requests = (status: number) => `ageway_requests_total{endpoint="/api/auth_check",status="${status}",reason=""}`;
const below = (le: string) => `ageway_request_seconds_bucket{le="${le}",endpoint="/api/auth_check"}`;
/** Series of a sound server that are no longer there. */
const gone = (...names: string[]) =>
  Object.fromEntries(
    Object.keys(sound).flatMap((series) => (names.some((name) => series.startsWith(name)) ? [[series, "_x300"]] : [])),
  );
/** Which alarms fire at the minute when these are the figures. */
type Drill = [what: string, alarms: string[], series: () => Series, minute?: number];

const DRILLS: Drill[] = [
  ["nothing is wrong", [], () => ({})],
  [
    "an instance is gone",
    ["AgewayDown"],
    () => ({ ...gone("ageway_"), up: "1x10 0x290", ageway_build_info: "1x10 _x290" }),
  ],
  ["Prometheus asks nobody", ["AgewayDown"], () => gone("up", "ageway_")],
  ["another program is gone", [], () => ({ 'up{job="node",instance="a:9100"}': "0x300" })],
  [
    "the database is away",
    ["AgewayDatabaseAway"],
    () => ({
      ...gone("ageway_job", "ageway_database_connections"),
      ageway_database_up: "0x300",
      ageway_ready: "0x300",
    }),
  ],
  ["an instance is not ready", ["AgewayNotReady"], () => ({ ageway_ready: "1x10 0x290" })],
  ["an instance stops and starts", [], () => ({ ageway_ready: "1x43 0 0 1x255" })],
  [
    "one of a hundred calls is 503",
    ["AgewayAnswers503"],
    () => ({ [requests(503)]: "0+3x300", [requests(200)]: "0+200x300" }),
  ],
  [
    "calls are slow",
    ["AgewaySlow"],
    () => ({ [below("1")]: "0+90x300", [below("2")]: "0+100x300", [below("+Inf")]: "0+100x300" }),
  ],
  [
    "an eID refuses",
    ["AgewayEidFails"],
    () => ({
      [eid("conclude", "eid_refused")]: "0+3x300",
      [eid("conclude", "ok")]: "0+7x300",
      [eid("begin", "ok")]: "0+10x300",
    }),
  ],
  [
    "an eID proves no age",
    ["AgewayEidFails"],
    () => ({ [eid("conclude", "eid_no_age")]: "0+10x300", [eid("begin", "ok")]: "0+10x300" }),
  ],
  [
    "visitors read that an eID is away",
    ["AgewayEidAway"],
    () => ({ 'ageway_eid_away{mode="live",provider="b"}': "1x300" }),
  ],
  [
    "an eID does not answer our question",
    ["AgewayEidAway"],
    () => ({ 'ageway_eid_up{mode="live",provider="b"}': "0x300" }),
  ],
  ["a test eID does not answer", [], () => ({ 'ageway_eid_up{mode="test",provider="b"}': "0x300" })],
  ["nobody ever came back from an eID", ["AgewayVisitorsDoNotReturn"], () => ({ [eid("begin", "ok")]: "0+2x300" })],
  [
    "nobody comes back any more",
    ["AgewayVisitorsDoNotReturn"],
    () => ({ [eid("begin", "ok")]: "0+2x300", [eid("conclude", "ok")]: "0+2x30 60x270" }),
    60,
  ],
  [
    "half of the visitors come back",
    [],
    () => ({ [eid("begin", "ok")]: "0+2x300", [eid("conclude", "cancelled")]: "0+1x300" }),
  ],
  ["few visitors, who do not come back", [], () => ({ [eid("begin", "ok")]: "0x299 8" }), 300],
  [
    "partitions end",
    ["AgewayPartitionsEnd"],
    () => ({ 'ageway_partition_horizon_seconds{table="verification"}': "3600x300" }),
  ],
  [
    "the ledger's partitions end",
    ["AgewayLedgerPartitionsEnd"],
    () => ({ 'ageway_partition_horizon_seconds{table="billing_event"}': "1200000x300" }),
    90,
  ],
  ["a job is late", ["AgewayJobLate"], () => ({ 'ageway_job_late_seconds{name="seal-ledger"}': "1000x300" })],
  ["no job was ever made", ["AgewayJobLate"], () => gone("ageway_job")],
  ["a job fails", ["AgewayJobFails"], () => ({ 'ageway_job_failed{name="seal-ledger"}': "1x300" }), 60],
  [
    "others hold the connections of the server",
    ["AgewayConnectionsNearlyUsedUp"],
    () => ({
      'ageway_database_connections{of="server"}': "96x300",
      'ageway_database_connections_max{of="server"}': "97x300",
    }),
  ],
  [
    "our login may have no more",
    ["AgewayConnectionsNearlyUsedUp"],
    () => ({
      'ageway_database_connections{of="login"}': "20x300",
      'ageway_database_connections_max{of="login"}': "20x300",
    }),
  ],
  ["an e-mail waits", ["AgewayMailWaits"], () => ({ ageway_mail_oldest_seconds: "1000x300" })],
  ["usage waits", ["AgewayUsageWaits"], () => ({ ageway_meter_batches_waiting: "2x300" }), 240],
  ["events are lost", ["AgewayEventsLost"], () => ({ ageway_activity_dropped_total: "0+5x300" })],
  ["events wait", ["AgewayEventsWait"], () => ({ ageway_activity_waiting: "6000x300" })],
  ["a ledger is not sealed", ["AgewayLedgerNotSealed"], () => ({ ageway_ledgers_unsealed: "1x300" })],
  [
    "statements fill the connections",
    ["AgewayWaitsForConnections"],
    () => ({ 'ageway_database_statements{pool="general"}': "90x300" }),
  ],
  [
    "the server starts again and again",
    ["AgewayProcessEndsOften"],
    () => ({ ageway_start_time_seconds: "1000+60x300" }),
  ],
  ["Redis is away", ["AgewayRedisAway"], () => ({ ageway_redis_away: "1x300" })],
  [
    "an older version runs",
    ["AgewayVersionsDiffer"],
    () => ({ 'ageway_build_info{job="gateway",instance="b:9464",version="0.0.9"}': "1x300" }),
    120,
  ],
];

test("each alarm has a drill", () => {
  expect(new Set(DRILLS.flatMap(([, alarms]) => alarms))).toEqual(new Set(ALARMS));
});

test.for(DRILLS)("%s: %j", ([, alarms, series, minute = 45]) => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-alarms-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const figures = { ...sound };
  for (const [name, values] of Object.entries(series())) {
    // What a drill writes without an instance is of the sound one, and takes the place of what that says.
    const full = name.includes("instance=") ? name : sameAs(ofInstance(name, "a:9464"));
    figures[full] = values;
  }
  const file = join(folder, "drill.yml");
  const firing = 'count by (alertname) (ALERTS{alertstate="firing"})';
  const exp_samples = alarms.map((alarm) => ({ labels: `{alertname="${alarm}"}`, value: 1 }));
  const input_series = Object.entries(figures).map(([series, values]) => ({ series, values }));
  const promql_expr_test = [{ expr: firing, eval_time: `${minute}m`, exp_samples }];
  writeFileSync(
    file,
    stringify({
      rule_files: [RULES],
      evaluation_interval: "1m",
      tests: [{ interval: "1m", input_series, promql_expr_test }],
    }),
  );
  const { error, stdout, stderr, status } = spawnSync("promtool", ["test", "rules", file], { encoding: "utf8" });
  if (error) throw new Error("This test needs promtool on the PATH. On Debian: apt-get install prometheus");
  expect(status, stdout + stderr).toBe(0);
});

/** As the sound server writes it, whatever the order of its labels. */
function sameAs(series: string): string {
  const labelsOf = (one: string) =>
    [...one.matchAll(/(\w+)="([^"]*)"/g)]
      .map(([pair]) => pair)
      .toSorted()
      .join();
  const name = series.slice(0, series.indexOf("{"));
  const known = Object.keys(sound).filter((one) => one.startsWith(`${name}{`));
  if (name === "up" || name === "ageway_build_info") return known[0] ?? series;
  return known.find((one) => labelsOf(one) === labelsOf(series)) ?? series;
}
