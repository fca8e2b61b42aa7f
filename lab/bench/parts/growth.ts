import type { Bench } from "../bench.ts";
import { calling, checkRequests, generatorRequests } from "../contender.ts";
import { fillVerifications } from "../fill-verifications.ts";
import { machineOf } from "../machine.ts";
import type { Program } from "../program.ts";
import { ratioFrom } from "../ratios.ts";
import { measureRounds, type Row } from "../rounds.ts";
import { withoutSealing } from "../sealing.ts";
import { type BenchShop, copyKeys, copyShop, makeShop, makeTokens, TOKENS } from "../shop.ts";
import { inBenchWorld, SERVER } from "../world.ts";

const FEW = 10_000;
const KEYS_EACH = 50;

/** The same database twice, one with few verifications and one with many, and a server on each. They take turns. */
export const growth: Bench = ({ rounds, seconds, organizations, rows }, print) =>
  inBenchWorld(async (world) => {
    const shop = await makeShop();
    const shops = await copyShop(world.owner, shop, organizations);
    const tokens = await makeTokens(world.owner, shop, TOKENS);
    const copy = await world.copyDatabase();
    const began = performance.now();
    await fillVerifications(world.owner, Math.min(FEW, rows));
    await fillVerifications(copy.owner, rows);
    print(
      `  ${rows} verifications of ${organizations} organizations: ${Math.round((performance.now() - began) / 1_000)} s`,
    );
    const allKeys = await copyKeys(copy.owner, KEYS_EACH);
    const [small, large] = await Promise.all([world.start(SERVER), world.start(SERVER, { DATABASE_URL: copy.url })]);
    await withoutSealing(world.owner);
    await withoutSealing(copy.owner);

    const contenders = [[small, Math.min(FEW, rows)] as const, [large, rows] as const].flatMap(
      ([server, count]: readonly [Program, number]) => {
        const path = `server, ${count} verifications`;
        return [
          calling(world, { name: "generator b", path, server, requests: generatorRequests(server, [shop]) }),
          calling(world, { name: "auth_check", path, server, requests: checkRequests(server, tokens) }),
        ];
      },
    );
    const ofMany = (what: string, of: readonly BenchShop[]) =>
      calling(world, {
        name: `generator b, ${what}`,
        path: `server, ${rows} verifications`,
        server: large,
        requests: generatorRequests(large, of),
      });
    contenders.push(
      ofMany(`${organizations} organizations`, shops),
      ofMany(`${organizations} organizations of ${KEYS_EACH} keys`, allKeys),
    );
    const measured = await measureRounds(world, contenders, { rounds, seconds }, print);
    const [few, fewChecks, many, manyChecks] = measured.map((row) => row.rounds);
    const falls = (of: Row["rounds"] = [], to: Row["rounds"] = []) =>
      of.map(({ rps }, n) => 100 * (1 - (to[n]?.rps ?? 0) / rps));
    const checksFall = falls(fewChecks, manyChecks);
    return {
      machine: await machineOf(world),
      rows: measured,
      ratios: [
        ratioFrom(
          "10,000 → 10,000,000 rows, rate of both",
          falls(few, many).map((fall, n) => Math.max(fall, checksFall[n] ?? 0)),
        ),
      ],
    };
  });
