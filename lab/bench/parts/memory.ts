import { usageOf } from "#tests/support/cpu.ts";
import type { Bench } from "../bench.ts";
import { CONNECTIONS, calling, checkRequests, generatorRequests } from "../contender.ts";
import { machineOf } from "../machine.ts";
import { ratioFrom } from "../ratios.ts";
import { measureRounds, rowOf } from "../rounds.ts";
import { makeShop, makeTokens, TOKENS } from "../shop.ts";
import { takeTurn, turnOf } from "../turn.ts";
import { inBenchWorld, SERVER } from "../world.ts";

/** Turns of the usual three seconds that last more than a minute, so that each has one run of every job of a minute. */
const MINUTE_TURNS = 22;
/** Calls until caches and the heap have their size. */
const WARM_UP_SHARE = 0.05;

/** What a call costs the app with everything that follows from it, sealing included, and what a million of them leave. */
export const memory: Bench = ({ rounds, seconds, requests: count }, print) =>
  inBenchWorld(async (world) => {
    const shop = await makeShop();
    const server = await world.start(SERVER);
    const tokens = await makeTokens(world.owner, shop, TOKENS);
    const residentMb = () => (usageOf(server.pid)?.residentBytes ?? 0) / 1e6;
    const idle = residentMb();

    const requests = generatorRequests(server, [shop]);
    const generator = calling(world, { name: "generator b", path: "server, everything included", server, requests });
    const turns = { rounds, seconds: MINUTE_TURNS * seconds };
    const generated = await measureRounds(world, [generator], turns, print);

    const both = [...requests, ...checkRequests(server, tokens).slice(0, 1)];
    const million = (calls: number) =>
      world.load.run({
        port: server.port,
        requests: both,
        calls,
        connections: CONNECTIONS,
        seconds: Infinity,
        rate: null,
      });
    await million(Math.ceil(WARM_UP_SHARE * count));
    const before = residentMb();
    const turn = await takeTurn(world, server.pid, async () => turnOf(await million(count)));
    const after = residentMb();
    print(
      `  resident memory: ${Math.round(idle)} MB idle, ${Math.round(before)} MB warm, ${Math.round(after)} MB loaded`,
    );
    const contender = { name: "generator b, auth_check", connections: CONNECTIONS };
    return {
      machine: await machineOf(world),
      rows: [
        ...generated,
        { ...rowOf({ ...contender, path: `server, ${count} requests` }, [turn]), residentMb: { idle, before, after } },
      ],
      ratios: [
        ratioFrom(
          "CPU of the app per generator call, everything included",
          (generated[0]?.rounds ?? []).map(({ appUs }) => appUs ?? 0),
        ),
        ratioFrom("a million requests", [after - before]),
      ],
    };
  });
