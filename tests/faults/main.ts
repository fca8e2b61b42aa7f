import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { FaultPart, ReportRow } from "./part.ts";

const HELP = `npm run faults                all parts in full, about 20 minutes
npm run faults -- --quick     a tenth of each, within 5 minutes
npm run faults -- PART …      some of them:
  kills        the app is killed 200 times at random
  failpoints   it ends at each of five moments, 40 times
  database     PostgreSQL is killed 50 times
  failover     its synchronous standby is promoted 10 times
  network      the ways to the database and the eID are slow, cut, silent and half closed
  rolling      two servers behind nginx, restarted 50 times and killed 50 times
  idle         10,000 POSTs through nginx after 0 to 120 seconds without a call

  --share 0.4   so much of each
  --seed N      the same moments as in the run that printed N
  --json FILE   writes the rows

It ends with status 1 if a row is not met. What the clients asked and heard is then in test-results/faults.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean" },
    share: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 32)) },
    json: { type: "string" },
    help: { type: "boolean" },
  },
});

const PARTS: Record<string, () => Promise<FaultPart>> = {
  kills: async () => (await import("./parts/kills.ts")).kills,
  failpoints: async () => (await import("./parts/failpoints.ts")).failpoints,
  database: async () => (await import("./parts/database.ts")).databaseOutages,
  failover: async () => (await import("./parts/failover.ts")).failover,
  network: async () => (await import("./parts/network.ts")).network,
  rolling: async () => (await import("./parts/rolling.ts")).rolling,
  idle: async () => (await import("./parts/idle.ts")).idle,
};

/** They wait nearly all of their time, so they run beside the others. */
const WAITING = ["network", "idle"];

// What these parts do themselves is not worth a line of log.
process.env.LOG_LEVEL ??= "silent";
const share = Number(values.share ?? (values.quick ? 0.1 : 1));
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const began = performance.now();
if (values.help || !names.every((name) => name in PARTS)) console.log(HELP);
else if (names.length === 1) {
  const rows = await runPart(names[0] ?? "");
  if (process.send) process.send(rows, () => process.disconnect());
  else report(rows);
} else report(await runParts(names));

async function runPart(name: string): Promise<ReportRow[]> {
  const part = await PARTS[name]?.();
  const options = { share, seed: Number(values.seed), print: console.log };
  console.log(`${name}, --seed ${values.seed}`);
  return part ? part(options) : [];
}

/** One after the other, but for those that wait. */
async function runParts(names: readonly string[]): Promise<ReportRow[]> {
  const waits = (name: string) => WAITING.includes(name);
  const beside = names.filter(waits).map(forkPart);
  const rows: ReportRow[][] = [];
  for (const name of names) if (!waits(name)) rows.push(await forkPart(name));
  return [...rows, ...(await Promise.all(beside))].flat();
}

/** In a process of its own, because each part has a configuration and a database of its own. */
async function forkPart(name: string): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  const child = fork(import.meta.filename, [name, "--seed", values.seed, "--share", String(share)]);
  child.once("message", (measured: ReportRow[]) => rows.push(...measured));
  const [status] = await once(child, "exit");
  return status === 0
    ? rows
    : [...rows, { part: name, what: "status", measured: `${status}`, limit: "0", isMet: false }];
}

function report(rows: readonly ReportRow[]): void {
  console.table(rows);
  console.log(`took ${Math.round((performance.now() - began) / 1_000)} s`);
  if (values.json) writeFileSync(values.json, JSON.stringify(rows));
  if (!rows.every(({ isMet }) => isMet)) process.exitCode = 1;
}
