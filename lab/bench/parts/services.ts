import { startPgBouncer } from "#tests/support/pgbouncer.ts";
import { startRedis } from "#tests/support/redis.ts";
import type { Bench } from "../bench.ts";
import { calling, checkRequests, generatorRequests } from "../contender.ts";
import { machineOf } from "../machine.ts";
import { measureRounds } from "../rounds.ts";
import { withoutSealing } from "../sealing.ts";
import { makeShop, makeTokens, TOKENS } from "../shop.ts";
import { type BenchWorld, inBenchWorld, SERVER } from "../world.ts";

/** What it costs a call that machines share their limits in a Redis, and that a PgBouncer shares the connections. */
export const services: Bench = ({ rounds, seconds }, print) =>
  inBenchWorld(async (world) => {
    const [redis, pooler] = [await startRedis(), await startPgBouncer(world.url, 20)];
    try {
      return await measure(world, { redis: redis.url, pooler: pooler.url }, { rounds, seconds }, print);
    } finally {
      await Promise.all([redis.remove(), pooler.stop()]);
    }
  });

async function measure(
  world: BenchWorld,
  urls: { redis: string; pooler: string },
  turns: { rounds: number; seconds: number },
  print: (line: string) => void,
) {
  const shop = await makeShop();
  const tokens = await makeTokens(world.owner, shop, TOKENS);
  const pooled = { DATABASE_URL: urls.pooler, DATABASE_POOLER: "transaction", DATABASE_OWNER_URL: world.ownerUrl };
  const servers = [
    { path: "server", server: await world.start(SERVER) },
    { path: "server with Redis", server: await world.start(SERVER, { REDIS_URL: urls.redis }) },
    { path: "server behind PgBouncer", server: await world.start(SERVER, pooled) },
  ];
  await withoutSealing(world.owner);
  const contenders = servers.flatMap(({ path, server }) => [
    calling(world, { name: "generator b", path, server, requests: generatorRequests(server, [shop]) }),
    calling(world, {
      name: "generator b",
      path,
      server,
      requests: generatorRequests(server, [shop]),
      connections: 1,
    }),
    calling(world, { name: "auth_check", path, server, requests: checkRequests(server, tokens) }),
  ]);
  const rows = await measureRounds(world, contenders, turns, print);
  return { machine: await machineOf(world), rows, ratios: [] };
}
