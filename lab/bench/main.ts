import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench } from "./bench.ts";
import { writeChart } from "./chart.ts";
import { printResults, type Results, readResults, writeJson } from "./report.ts";

const HELP = `npm run bench                what --quick measures
npm run bench -- --quick     the throughput rows, within 8 minutes
npm run bench -- --full      all parts, about an hour
npm run bench -- PART …      some of them:
  throughput   calls a second, beside pgbench, a bare server, Hono and oidc-provider
  latency      at half of that: by itself, beside the dashboard, while rows are sealed or purged
  ladder       what each step of a token check costs, from a bare server up to ours
  services     with a Redis, and behind a PgBouncer
  growth       with few and with many verifications
  memory       what a call costs with everything included, and what a million calls leave
  pages        the dashboard with a million events, the hosted page, a cold start
  activity     the record with a million events
  invoice      a month of a million checks
  hostile      honest callers beside hostile ones
  navigation   from a press in the dashboard to the next heading, in Chromium; by its name only
  soak         an hour of mixed load; by its name only

  --rounds N          turns of each contender: 5, at least 3 for a figure to quote
  --seconds N         how long a turn takes: 3
  --organizations N   in the rows with many of them: 1000
  --rows N            verifications in the larger database: 10000000
  --events N          of the activity record: 1000000
  --requests N        whose memory is measured: 1000000
  --minutes N         of the soak: 60
  --json FILE         writes the machine, the rows and the ratios
  --chart FILE        draws calls a second as SVG`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean" },
    full: { type: "boolean" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    organizations: { type: "string", default: "1000" },
    rows: { type: "string", default: "10000000" },
    events: { type: "string", default: "1000000" },
    requests: { type: "string", default: "1000000" },
    minutes: { type: "string", default: "60" },
    json: { type: "string" },
    chart: { type: "string" },
    help: { type: "boolean" },
  },
});

const PARTS: Record<string, () => Promise<Bench>> = {
  throughput: async () => (await import("./parts/throughput.ts")).throughput,
  latency: async () => (await import("./parts/latency.ts")).latency,
  services: async () => (await import("./parts/services.ts")).services,
  growth: async () => (await import("./parts/growth.ts")).growth,
  memory: async () => (await import("./parts/memory.ts")).memory,
  pages: async () => (await import("./parts/pages.ts")).pages,
  ladder: async () => (await import("./parts/ladder.ts")).ladder,
};

/** Each has figures of its own. */
const PROGRAMS: Record<string, () => Promise<unknown>> = {
  activity: () => import("./activity.ts"),
  invoice: () => import("./invoice.ts"),
  hostile: () => import("./hostile.ts"),
  navigation: () => import("./navigation.ts"),
  soak: () => import("./soak.ts"),
};

const all = [...Object.keys(PARTS), ...Object.keys(PROGRAMS)];
const full = all.filter((name) => name !== "soak" && name !== "navigation");
const names = positionals.length > 0 ? positionals : values.full ? full : ["throughput"];
const began = performance.now();
if (values.help || !names.every((name) => all.includes(name))) console.log(HELP);
else if (names.length === 1) await runPart(names[0] ?? "");
else await runParts(names);

async function runPart(name: string): Promise<void> {
  const part = await PARTS[name]?.();
  if (!part) return void (await PROGRAMS[name]?.());
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    organizations: Number(values.organizations),
    rows: Number(values.rows),
    events: Number(values.events),
    requests: Number(values.requests),
  };
  finish(await part(options, (line) => console.log(line)));
}

/** Each in a process of its own, because each has a configuration and a database of its own. */
async function runParts(names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ageway-bench-"));
  const given = Object.entries(values).flatMap(([name, value]) =>
    typeof value === "string" && name !== "json" && name !== "chart" ? [`--${name}`, value] : [],
  );
  const measured: Results[] = [];
  for (const name of names) {
    console.log(`\n${name}`);
    const file = join(folder, `${name}.json`);
    const child = spawn(process.execPath, [import.meta.filename, name, ...given, "--json", file], { stdio: "inherit" });
    const [status] = await once(child, "exit");
    if (status !== 0) process.exitCode = 1;
    if (existsSync(file)) measured.push(readResults(file));
  }
  rmSync(folder, { recursive: true });
  const [first] = measured;
  if (first && measured.length > 1)
    finish({
      machine: first.machine,
      rows: measured.flatMap(({ rows }) => rows),
      ratios: measured.flatMap(({ ratios }) => ratios),
    });
}

function finish(results: Results): void {
  printResults(results);
  if (values.json) writeJson(values.json, results);
  if (values.chart) writeChart(values.chart, results);
  console.log(`took ${Math.round((performance.now() - began) / 1_000)} s`);
}
