import { expect, test } from "vitest";
import { MIN_POOL, maxOfProcess, poolsOf, poolsOfJobs } from "#lib/runtime/pools.rules.ts";
import { schema } from "#lib/runtime/settings.ts";

test("a process opens at most 1.2 × DATABASE_POOL connections, with its jobs", () => {
  for (const poolSize of [MIN_POOL, 15, 200]) {
    const [{ boss: _, ...pools }, jobs] = [poolsOf(poolSize), poolsOfJobs(poolSize)];
    const each = [...Object.values(pools), jobs.general, jobs.boss];
    const all = each.reduce((sum, one) => sum + one, 0);
    expect(all).toBe(maxOfProcess(poolSize));
    expect(all).toBeLessThanOrEqual(1.2 * poolSize);
    for (const one of each) expect(one).toBeGreaterThan(0);
    expect([pools.general, jobs.general].every((general) => general >= 2)).toBe(true);
  }
});

test("fewer connections than a process needs are refused", () => {
  expect(schema.shape.DATABASE_POOL.safeParse(MIN_POOL - 1).success).toBe(false);
  expect(schema.shape.DATABASE_POOL.safeParse(MIN_POOL).success).toBe(true);
});
