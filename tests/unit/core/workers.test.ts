import { expect, test } from "vitest";
import { HOT_CONNECTIONS } from "#lib/core/database.ts";
import { schema } from "#lib/core/settings.ts";
import { defaultWorkers, poolOfWorker } from "#lib/core/workers.rules.ts";

const usual = { cores: 4, poolSize: 10, hotConnections: 10, maxConnections: 100 };

test.for([
  ["one for every four cores, where the connections suffice", { cores: 8 }, 2],
  ["one on fewer than four", { cores: 2 }, 1],
  ["fewer, where the database allows fewer", { cores: 64 }, 4],
  ["more, where it allows more", { cores: 64, maxConnections: 300 }, 16],
  ["one, however few it allows", { cores: 64, maxConnections: 10 }, 1],
] as const)("workers: %s", ([, given, expected]) => {
  expect(defaultWorkers({ ...usual, ...given })).toBe(expected);
});

test("the last connection that is ours counts", () => {
  // Four fifths of 93 and 92: two pools and two are 22, and four workers with three and ten are 52.
  expect(defaultWorkers({ ...usual, cores: 16, maxConnections: 92.5 })).toBe(4);
  expect(defaultWorkers({ ...usual, cores: 16, maxConnections: 92 })).toBe(3);
});

test("workers share a pool, and each has two connections at least", () => {
  expect([1, 2, 3, 10].map((workers) => poolOfWorker(10, workers))).toEqual([10, 5, 4, 2]);
});

test("the description of DATABASE_POOL says how many connections a worker has for calls", () => {
  expect(schema.shape.DATABASE_POOL.description).toContain(` ${HOT_CONNECTIONS} more`);
});
