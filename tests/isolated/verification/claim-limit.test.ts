import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinMachines } from "#lib/limits/machine-exchange.ts";
import { heardOfMachines } from "#lib/limits/shared.ts";
import { config } from "#lib/runtime/config.ts";
import { takeClaim } from "#lib/verification/claim-limit.ts";
import { startRedis } from "#tests/support/redis.ts";

let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  redis = await startRedis();
  // A token comes back each 12 seconds.
  Object.assign(config(), { redisUrl: redis.url, ttl: { ...config().ttl, flowMs: 3_600_000 } });
});
afterAll(() => redis.remove());

test("what Redis says of a caller's checks under way lets no more begin than one machine would", async () => {
  const claimed = { pluginKeyId: randomUUID(), withSecret: false };
  const take = (times: number, caller: string) =>
    Array.from({ length: times }, () => takeClaim(claimed, caller)).filter(Boolean).length;
  const isHeard = async () => {
    take(1, "198.51.100.7");
    await heardOfMachines(true);
    return (await redis.keys()).size > 0;
  };
  joinMachines();
  await expect.poll(isHeard, { timeout: 300_000 }).toBe(true);
  expect(take(310, "192.0.2.1")).toBe(300);
  await heardOfMachines(true);
  expect(take(300, "192.0.2.1")).toBeLessThan(150);
});
