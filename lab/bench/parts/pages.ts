import type { Bench } from "../bench.ts";
import { type Contender, calling } from "../contender.ts";
import { awaitPages, dashboardPaths, dashboardRequests } from "../dashboard.ts";
import { BIG, fillActivity, KEYS } from "../fill-activity.ts";
import { requestText } from "../load.ts";
import { machineOf } from "../machine.ts";
import { latenciesOf } from "../quantile.ts";
import { measureRounds } from "../rounds.ts";
import { generatorPath, linkOf, makeShop } from "../shop.ts";
import { type BenchWorld, inBenchWorld, SERVER } from "../world.ts";

const STARTS = 3;

/** Pages one at a time, with many events in the database; and how long the server takes to start. */
export const pages: Bench = ({ rounds, seconds, events }, print) =>
  inBenchWorld(async (world) => {
    await fillActivity(world.ownerUrl, events);
    const shop = await makeShop();
    const server = await world.start(SERVER);
    await awaitPages(server);
    const big = { organizationId: BIG.organization, key: KEYS.main };
    const page = (name: string, path: string, request: string) =>
      calling(world, { name, path, server, requests: [request], connections: 1 });
    const requests = await dashboardRequests(server, big);
    const contenders = [
      ...dashboardPaths(big).map((path, n) => page(`page with ${events} events`, path, requests[n] ?? "")),
      page("hosted page", "/verify/b", requestText(server.port, { path: await linkOf(server, generatorPath(shop)) })),
      coldStart(world),
    ];
    return {
      machine: await machineOf(world),
      rows: await measureRounds(world, contenders, { rounds, seconds }, print),
      ratios: [],
    };
  });

/** From the start of the production entry to its first answer. */
function coldStart(world: BenchWorld): Contender {
  const run = async () => {
    const times: number[] = [];
    for (let n = 0; n < STARTS; n += 1) {
      const began = performance.now();
      const { port, stop } = await world.start(SERVER);
      await fetch(`http://localhost:${port}/api/health/live`);
      times.push(performance.now() - began);
      await stop();
    }
    const rps = (1_000 * times.length) / times.reduce((sum, time) => sum + time, 0);
    return { ...latenciesOf(times), rps, loadCpuMs: null };
  };
  return { name: "cold start", path: "server", connections: 1, pid: null, run };
}
