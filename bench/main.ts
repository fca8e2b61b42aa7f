import { parseArgs } from "node:util";
import type { Bench } from "./bench.ts";
import { printResults, writeJson } from "./report.ts";

const HELP = `npm run bench                what --quick measures
npm run bench -- --quick     the throughput rows, within 8 minutes
npm run bench -- activity    the record with a million events
npm run bench -- invoice     a month of a million checks
npm run bench -- hostile     honest callers beside hostile ones

  --rounds N          turns of each contender: 5
  --seconds N         how long a turn takes: 4
  --organizations N   in the row with many of them: 1000
  --json FILE         writes the machine, the rows and the ratios`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    organizations: { type: "string", default: "1000" },
    rows: { type: "string", default: "10000000" },
    events: { type: "string", default: "1000000" },
    requests: { type: "string", default: "1000000" },
    json: { type: "string" },
    help: { type: "boolean" },
  },
});

const PARTS: Record<string, () => Promise<Bench>> = {
  throughput: async () => (await import("./parts/throughput.ts")).throughput,
};

/** Each is a program of its own, with figures of its own. */
const PROGRAMS: Record<string, () => Promise<unknown>> = {
  activity: () => import("./activity.ts"),
  invoice: () => import("./invoice.ts"),
  hostile: () => import("./hostile.ts"),
};

const names = positionals.length > 0 ? positionals : ["throughput"];
if (values.help || names.some((name) => !(name in PARTS || name in PROGRAMS))) console.log(HELP);
else for (const name of names) await (name in PARTS ? measurePart(name) : PROGRAMS[name]?.());

async function measurePart(name: string): Promise<void> {
  const began = performance.now();
  const part = await PARTS[name]?.();
  if (!part) return;
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    organizations: Number(values.organizations),
    rows: Number(values.rows),
    events: Number(values.events),
    requests: Number(values.requests),
  };
  const results = await part(options, (line) => console.log(line));
  printResults(results);
  if (values.json) writeJson(values.json, results);
  console.log(`took ${Math.round((performance.now() - began) / 1_000)} s`);
}
