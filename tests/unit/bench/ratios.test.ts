import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ratioOf } from "#lab/bench/ratios.ts";
import { writeJson } from "#lab/bench/report.ts";
import type { Row } from "#lab/bench/rounds.ts";

const LATENCY = "generator `b`, one connection: latency ÷ `pgbench` one client";
const RATE = "generator `b` through the server ÷ through `next start`";

const MACHINE = {
  cores: 2,
  cpu: "a processor",
  node: "v24.0.0",
  postgresql: "18.0",
  fdatasyncMs: { p50: 0.1, p99: 1 },
  load: 0,
};

function rowOf(rates: number[], p50: number): Row {
  const of = (rps: number) => ({
    calls: rps,
    rps,
    p50,
    p95: p50,
    p99: 9,
    loadCpuMs: 1,
    appUs: 1,
    databaseUs: 1,
    loadUs: 1,
    walBytes: 1,
  });
  return { name: "generator b", path: "server", connections: 32, ...of(rates[0] ?? 0), rounds: rates.map(of) };
}

test("a ratio is the median of the rounds' ratios, not the ratio of two medians", () => {
  // A slow second round halves both; the third is an accident of the one.
  const ratio = ratioOf(RATE, rowOf([800, 400, 100], 1), rowOf([100, 50, 100], 1));
  expect(ratio).toMatchObject({ value: 8, low: 1, high: 8 });
});

test("of one connection the latencies are compared, of many the rates", () => {
  const [one, other] = [rowOf([300], 6), rowOf([100], 2)];
  expect(ratioOf(LATENCY, one, other).value).toBe(3);
  expect(ratioOf(RATE, one, other).value).toBe(3);
  expect(ratioOf(LATENCY, rowOf([300], 8), other).value).toBe(4);
});

test("the file has the machine, the rows, and a number for each ratio", () => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-bench-"));
  const file = join(folder, "bench.json");
  const row = rowOf([300], 6);
  writeJson(file, { machine: MACHINE, rows: [row], ratios: [ratioOf(RATE, row, rowOf([100], 2))] });
  const written = JSON.parse(readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  expect(Object.keys(written)).toEqual(["machine", "rows", "ratios"]);
  expect(written.rows).toEqual([expect.objectContaining({ name: "generator b", path: "server", connections: 32 })]);
  expect(written.rows[0]).toMatchObject({ rps: 300, p50: 6, p99: 9 });
  expect(written.ratios).toEqual({ [RATE]: 3 });
});
