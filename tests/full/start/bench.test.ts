import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { FULL, QUICK } from "#lab/bench/ratios.ts";

/** Turns too short to say anything about time: what is shown is that every contender starts and answers. */
const SHORT = {
  "--rounds": 1,
  "--seconds": 0.3,
  "--organizations": 3,
  "--rows": 20_000,
  "--events": 5_000,
  "--requests": 2_000,
};
const PARTS = ["throughput", "latency", "ladder", "services", "growth", "memory", "pages"];

test("the bench measures every ratio, and writes the machine, rows and ratios", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-bench-"));
  const [json, chart] = [join(folder, "bench.json"), join(folder, "bench.svg")];
  try {
    const options = Object.entries({ ...SHORT, "--json": json, "--chart": chart })
      .flat()
      .map(String);
    await promisify(execFile)(process.execPath, ["lab/bench/main.ts", ...PARTS, ...options]);
    const { machine, rows, ratios } = JSON.parse(readFileSync(json, "utf8"));
    expect(machine).toMatchObject({ cores: expect.any(Number), cpu: expect.any(String), node: process.version });
    expect(Object.keys(ratios).toSorted()).toEqual([...Object.keys(QUICK), ...Object.keys(FULL)].toSorted());
    expect(Object.values(ratios).every(Number.isFinite)).toBe(true);
    for (const row of rows)
      expect(row).toMatchObject({ name: expect.any(String), path: expect.any(String), p99: expect.any(Number) });
    expect(readFileSync(chart, "utf8")).toContain("generator b, server</text>");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_800_000);
