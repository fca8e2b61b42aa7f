import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { familyOf, usageOf } from "#tests/support/cpu.ts";
import { CONNECTIONS, checkRequests, generatorRequests } from "./contender.ts";
import { awaitPages, dashboardRequests } from "./dashboard.ts";
import { requestText, startBenchLoad } from "./load.ts";
import { generatorPath, linkOf, makeShop, makeTokens, TOKENS } from "./shop.ts";
import { slopeOf } from "./slope.ts";
import { inBenchWorld, SERVER } from "./world.ts";

/** What an hour may leave, in megabytes. */
const MAX_SLOPE = 5;
/** Of what the machine can do. */
const SHARE = 0.6;
/** Pages of the dashboard a second, beside the calls. */
const PAGES = 2;
const [SATURATION_SECONDS, TURN_SECONDS, SAMPLE_MS] = [10, 60, 5_000];
/** Minutes until caches and the heap have their size. */
const WARM_UP = 10;

type Sample = { minute: number; residentMb: number; descriptors: number };

const { values } = parseArgs({ strict: false, options: { minutes: { type: "string", default: "60" } } });
const minutes = Number(values.minutes);

await inBenchWorld(async (world) => {
  const shop = await makeShop();
  const server = await world.start(SERVER);
  await awaitPages(server);
  const members = await startBenchLoad();
  const pages = await dashboardRequests(server, shop);
  /** A link is open for ten minutes, and a token answers for half an hour, so each turn has its own. */
  const requests = async () => [
    ...generatorRequests(server, [shop]),
    ...checkRequests(server, await makeTokens(world.owner, shop, TOKENS)).slice(0, 1),
    ...generatorRequests(server, [shop]),
    requestText(server.port, { path: await linkOf(server, generatorPath(shop)) }),
  ];
  const turn = async (seconds: number, rate: number | null) =>
    world.load.run({
      port: server.port,
      requests: await requests(),
      calls: null,
      connections: CONNECTIONS,
      seconds,
      rate,
    });
  const browse = (seconds: number) =>
    members.run({ port: server.port, requests: pages, calls: null, connections: PAGES, seconds, rate: PAGES });

  await turn(SATURATION_SECONDS, null);
  const { calls, seconds } = await turn(SATURATION_SECONDS, null);
  const rate = (SHARE * calls) / seconds;
  console.log(`${Math.round(rate)} calls a second, ${PAGES} pages of the dashboard, ${minutes} minutes`);

  const samples: Sample[] = [];
  try {
    for (let minute = 1; minute <= minutes; minute += 1) {
      const least = leastOf(server.pid);
      const [{ p99, calls: answered }] = await Promise.all([turn(TURN_SECONDS, rate), browse(TURN_SECONDS)]);
      const sample = { minute, residentMb: least.end(), descriptors: descriptorsOf(server.pid) };
      samples.push(sample);
      console.log(
        `${minute}: ${answered} calls, p99 ${Math.round(p99)} ms, ${Math.round(sample.residentMb)} MB, ${sample.descriptors} descriptors`,
      );
    }
  } finally {
    await members.stop();
  }
  report(samples);
});

/** The least memory of a minute: what stays after collections, not what waits for one. */
function leastOf(pid: number) {
  const megabytes = () => (usageOf(pid)?.residentBytes ?? 0) / 1e6;
  let least = megabytes();
  const timer = setInterval(() => {
    least = Math.min(least, megabytes());
  }, SAMPLE_MS);
  return {
    end: () => {
      clearInterval(timer);
      return least;
    },
  };
}

/** Open files and sockets of the processes of a server. */
function descriptorsOf(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + readdirSync(`/proc/${one}/fd`).length, 0);
}

/** Any answer but 200 has thrown before. */
function report(samples: readonly Sample[]): void {
  const warm = samples.filter(({ minute }) => minute > Math.min(WARM_UP, minutes / 2));
  const slope = slopeOf(warm.map(({ minute, residentMb }) => ({ at: minute / 60, value: residentMb })));
  const descriptors = slopeOf(warm.map(({ minute, descriptors }) => ({ at: minute / 60, value: descriptors })));
  console.log(
    `memory ${slope.toFixed(1)} MB an hour (less than ${MAX_SLOPE}), descriptors ${descriptors.toFixed(1)} an hour, no error`,
  );
  if (slope >= MAX_SLOPE || descriptors > CONNECTIONS) process.exitCode = 1;
}
