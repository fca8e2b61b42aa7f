import { readFileSync, writeFileSync } from "node:fs";
import type { Machine } from "./machine.ts";
import { type Ratio, type RatioName, ratioFrom } from "./ratios.ts";
import type { Row } from "./rounds.ts";

export type Results = { machine: Machine; rows: Row[]; ratios: Ratio[] };

export function printResults({ machine, rows, ratios }: Results): void {
  const { cores, cpu, node, postgresql, fdatasyncMs, load } = machine;
  console.log(`${cpu}, ${cores} cores, load ${load}; Node ${node}, PostgreSQL ${postgresql}`);
  console.log(`fdatasync p50 ${fdatasyncMs.p50} ms, p99 ${fdatasyncMs.p99} ms; fsync and synchronous_commit on`);
  console.table(rows.map(tableRowOf));
  if (ratios.length > 0) console.table(ratios.map(tableRatioOf));
}

function tableRowOf({ name, path, connections, rps, p50, p95, p99, appUs, databaseUs, loadUs, walBytes }: Row) {
  return {
    name,
    path,
    connections,
    "calls/s": Math.round(rps),
    "p50 ms": rounded(p50),
    "p95 ms": rounded(p95),
    "p99 ms": rounded(p99),
    "app us": appUs && Math.round(appUs),
    "database us": databaseUs && Math.round(databaseUs),
    "load us": loadUs && Math.round(loadUs),
    "WAL B": Math.round(walBytes),
  };
}

function tableRatioOf({ name, value, low, high, goal }: Ratio) {
  const limit = "min" in goal ? `≥ ${goal.min}` : `≤ ${goal.max}`;
  return {
    what: name,
    value: rounded(value),
    rounds: `${rounded(low)} – ${rounded(high)}`,
    unit: goal.unit,
    limit,
    aim: goal.aim,
    isMet: holds({ value, goal }),
  };
}

function holds({ value, goal }: Pick<Ratio, "value" | "goal">): boolean {
  return "min" in goal ? value >= goal.min : value <= goal.max;
}

/** `{ machine, rows, ratios: { name: number } }` */
export function writeJson(file: string, { machine, rows, ratios }: Results): void {
  const named = Object.fromEntries(ratios.map(({ name, value }) => [name, value]));
  writeFileSync(file, `${JSON.stringify({ machine, rows, ratios: named }, null, 2)}\n`);
}

/** What `writeJson` wrote. The spread of the rounds is not in it. */
export function readResults(file: string): Results {
  const { machine, rows, ratios } = JSON.parse(readFileSync(file, "utf8"));
  const values = Object.entries(ratios as Record<RatioName, number>) as [RatioName, number][];
  return { machine, rows, ratios: values.map(([name, value]) => ratioFrom(name, [value])) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
