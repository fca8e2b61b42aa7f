import { availableParallelism } from "node:os";
import type { Bench } from "../bench.ts";
import { calling, checkRequests, generatorRequests } from "../contender.ts";
import { machineOf } from "../machine.ts";
import { measureRounds } from "../rounds.ts";
import { withoutSealing } from "../sealing.ts";
import { copyShop, makeShop, makeTokens, TOKENS } from "../shop.ts";
import { inBenchWorld, SERVER } from "../world.ts";

/** What more processes gain and cost: a shop's calls meet on the row of its organization, those of many shops do not. */
export const workers: Bench = ({ rounds, seconds, organizations }, print) =>
  inBenchWorld(async (world) => {
    const shop = await makeShop();
    const shops = await copyShop(world.owner, shop, organizations);
    const tokens = await makeTokens(world.owner, shop, TOKENS);
    const counts = [...new Set([1, 2, availableParallelism()])];
    const servers = await Promise.all(
      counts.map(async (count) => ({ count, server: await world.start(SERVER, { WORKERS: String(count) }) })),
    );
    await withoutSealing(world.owner);
    const contenders = servers.flatMap(({ count, server }) => {
      const path = `server, WORKERS=${count}`;
      const [one, many] = [generatorRequests(server, [shop]), generatorRequests(server, shops)];
      return [
        calling(world, { name: "generator b", path, server, requests: one }),
        calling(world, { name: `generator b, ${organizations} organizations`, path, server, requests: many }),
        calling(world, { name: "auth_check", path, server, requests: checkRequests(server, tokens) }),
      ];
    });
    const rows = await measureRounds(world, contenders, { rounds, seconds }, print);
    return { machine: await machineOf(world), rows, ratios: [] };
  });
