import { expect, test } from "vitest";
import { MIN_POOL, maxOfProcess, PROCESSES, poolsOf, poolsOfJobs } from "#lib/core/pools.rules.ts";
import { schema } from "#lib/core/settings.ts";
import { defaultWorkers, flagsOf } from "#lib/core/workers.rules.ts";
import { heapFlags } from "#scripts/heap.mjs";

const usual = { cores: 4, poolSize: 15, maxConnections: 100 };

test.for([
  ["one for every four cores, where the connections suffice", { cores: 8 }, 2],
  ["one on fewer than four", { cores: 2 }, 1],
  ["fewer, where the database allows fewer", { cores: 64 }, 2],
  ["more, where it allows more", { cores: 64, maxConnections: 400 }, 16],
  ["one, however few it allows", { cores: 64, maxConnections: 10 }, 1],
] as const)("workers: %s", ([, given, expected]) => {
  expect(defaultWorkers({ ...usual, ...given })).toBe(expected);
});

test("the last connection that is ours counts", () => {
  // Two workers, the first process and that of the pages have 17 each; four fifths of 85 are 68.
  expect(defaultWorkers({ ...usual, cores: 16, maxConnections: 85 })).toBe(2);
  expect(defaultWorkers({ ...usual, cores: 16, maxConnections: 84 })).toBe(1);
});

test.for(PROCESSES)("a process that is %s opens at most 1.2 × DATABASE_POOL connections, with its jobs", (role) => {
  const hasJobs = role === "single" || role === "first";
  for (const poolSize of [MIN_POOL, 15, 200]) {
    const [pools, jobs] = [poolsOf(role, poolSize), poolsOfJobs(role, poolSize)];
    // Of these, what the role never does opens none.
    const { start, queue, check, link, activity, probe } = pools;
    const hot = role === "first" || role === "pages" ? 0 : start + queue + check + link;
    const all = pools.general + hot + activity + probe + (hasJobs ? jobs.general + jobs.boss : 0);
    expect(all).toBeLessThanOrEqual(maxOfProcess(poolSize));
    expect(all).toBeLessThanOrEqual(1.2 * poolSize);
    for (const one of [...Object.values(pools), jobs.general, jobs.boss]) expect(one).toBeGreaterThan(0);
    expect([pools.general, jobs.general].every((general) => general >= 2)).toBe(true);
  }
});

test("pages keep PostgreSQL busy with four statements at most, however many connections there may be", () => {
  expect([MIN_POOL, 15, 200].map((poolSize) => poolsOf("pages", poolSize).general)).toEqual([4, 4, 4]);
});

test("fewer connections than a process needs are refused", () => {
  expect(schema.shape.DATABASE_POOL.safeParse(MIN_POOL - 1).success).toBe(false);
  expect(schema.shape.DATABASE_POOL.safeParse(MIN_POOL).success).toBe(true);
});

test("a worker has more room for garbage, young and old, the process of the pages less, and neither what the operator set", () => {
  const flags = [...heapFlags(""), "--import", "./trace.mjs"];
  expect(flagsOf("worker", flags)).toEqual([
    "--max-old-space-size=1024",
    "--import",
    "./trace.mjs",
    "--max-semi-space-size=16",
    "--heap-growing-percent=100",
  ]);
  expect(flagsOf("pages", flags)).toEqual([...flags, "--heap-growing-percent=30"]);
  const options = "--max_semi_space_size=64";
  expect(flagsOf("worker", heapFlags(options), options)).toEqual([
    "--max-old-space-size=1024",
    "--heap-growing-percent=100",
  ]);
});
