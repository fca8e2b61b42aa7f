import { join } from "node:path";
import { sql } from "drizzle-orm";
import { periodAfter, periodOf } from "#lib/base/time.rules.ts";
import type { Bench } from "../bench.ts";
import { calling, checkRequests, generatorRequests } from "../contender.ts";
import { awaitPages, dashboardRequests, exportRequests } from "../dashboard.ts";
import { BIG, fillActivity } from "../fill-activity.ts";
import { fillLedger } from "../fill-ledger.ts";
import { fillOldPartition, fillOverdue } from "../fill-verifications.ts";
import { requestText, startBenchLoad } from "../load.ts";
import { machineOf } from "../machine.ts";
import { ratioFrom } from "../ratios.ts";
import { measureRounds, type Row, rowOf } from "../rounds.ts";
import { beginSealing, sealAll, sendJob, withoutSealing } from "../sealing.ts";
import { makeShop, makeTokens, TOKENS } from "../shop.ts";
import { takeTurn } from "../turn.ts";
import { inBenchWorld, SERVER } from "../world.ts";

/** At a fixed rate, a request that finds no free connection waits; there are enough that none should. */
const MANY_CONNECTIONS = 128;
/** Two members who open one page after the other without a pause. */
const MEMBERS = 2;
/** Exports that go on at once, of ten thousand rows each; of refused calls, a tenth as many. */
const [EXPORTS, EXPORTED] = [50, 10_000];
/** Of the organization whose ledger is exported. */
const LEDGER = "01900000-0000-7000-8000-000000000999";
/** A minute of calls with turns of the usual three seconds. */
const MINUTE_TURNS = 20;
/** Verifications of a minute that expire unopened, and of three hours that are dropped, at about a thousand calls a second. */
const [OVERDUE, OLD] = [60_000, 1_000_000];
/** Sealing a minute's rows takes longer. */
const SEALING_SECONDS = 2;

/** Latency at half of what the machine can do: by itself, while the dashboard is used, and while the ledger is sealed. */
export const latency: Bench = ({ rounds, seconds, rows }, print) =>
  inBenchWorld(async (world) => {
    await fillActivity(world.ownerUrl, 3 * EXPORTED);
    await fillLedger(world.ownerUrl, LEDGER, EXPORTED, periodAfter(periodOf(new Date()), -1));
    const [shop, bareShop] = [await makeShop(), await makeShop()];
    const server = await world.start(SERVER);
    const bare = await world.start([join(import.meta.dirname, "..", "bare.ts")]);
    await withoutSealing(world.owner);
    const tokens = await makeTokens(world.owner, shop, TOKENS);
    const generator = { name: "generator b", server, requests: generatorRequests(server, [shop]) };
    const check = { name: "auth_check", server, requests: checkRequests(server, tokens) };
    // What the machine itself adds at this rate: the same statements and commits around as little as a server can do.
    const bareGenerator = { name: "generator b", server: bare, requests: generatorRequests(bare, [bareShop]) };
    const bareChecks = tokens.map(({ id }) => requestText(bare.port, { path: `/api/auth_check/${id}/device` }));
    const bareCheck = { name: "auth_check", server: bare, requests: bareChecks };
    const atHalf = (calls: typeof generator, { rps }: Row, path = "server, half of its rate") =>
      calling(world, { ...calls, path, connections: MANY_CONNECTIONS, rate: rps / 2 });
    const turns = { rounds, seconds };

    const saturated = [generator, check].map((calls) => calling(world, { ...calls, path: "server" }));
    const full = await measureRounds(world, saturated, turns, print);
    const [ofGenerator, ofCheck] = full as [Row, Row];
    const half = atHalf(generator, ofGenerator);
    const atSameRate = "bare node:http, at the same rate";
    const halves = await measureRounds(
      world,
      [
        half,
        atHalf(check, ofCheck),
        atHalf(bareGenerator, ofGenerator, atSameRate),
        atHalf(bareCheck, ofCheck, atSameRate),
      ],
      turns,
      print,
    );
    // No job could seal what the bare server wrote, because it makes no MACs.
    await world.owner.execute(sql`DELETE FROM billing_event WHERE organization_id = ${bareShop.organizationId}`);
    await sealAll(world, shop);

    const beside: Record<"idle" | "dashboard" | "exports" | "sealing" | "purging", Row["rounds"]> = {
      idle: [],
      dashboard: [],
      exports: [],
      sealing: [],
      purging: [],
    };
    const turn = (length: number) => takeTurn(world, server.pid, () => half.run(length));
    const [members, exporters] = [await startBenchLoad(), await startBenchLoad()];
    await awaitPages(server);
    const pages = await dashboardRequests(server, shop);
    const browse = { port: server.port, requests: pages, calls: null, connections: MEMBERS, seconds, rate: null };
    const tables = [
      ...(await exportRequests(server, BIG.organization, ["checks", "checks/refused"])),
      ...(await exportRequests(server, LEDGER, ["billing/events"])),
    ];
    const exporting = { ...browse, requests: tables, connections: EXPORTS };
    try {
      await members.run(browse);
      for (let round = 1; round <= rounds; round += 1) {
        beside.idle.push(await turn(MINUTE_TURNS * seconds));
        const [used] = await Promise.all([turn(seconds), members.run(browse)]);
        beside.dashboard.push(used);
        const [exported] = await Promise.all([turn(seconds), members.run(browse), exporters.run(exporting)]);
        beside.exports.push(exported);
        await beginSealing(world, shop);
        beside.sealing.push(await turn(Math.min(seconds, SEALING_SECONDS)));
        await sealAll(world, shop);
        await fillOverdue(world.owner, shop, Math.min(rows, OVERDUE));
        await fillOldPartition(world.owner, Math.min(rows, OLD));
        for (const job of ["purge-pages", "purge-verifications"]) await sendJob(world, job);
        beside.purging.push(await turn(2 * seconds));
        await sealAll(world, shop);
        print(`  round ${round} of ${rounds}, beside other work`);
      }
    } finally {
      await Promise.all([members.stop(), exporters.stop()]);
    }
    return {
      machine: await machineOf(world),
      rows: [
        ...full,
        ...halves,
        rowOf({ ...half, path: "server, half of its rate, for a minute" }, beside.idle),
        rowOf({ ...half, path: "server, half of its rate, dashboard in use" }, beside.dashboard),
        rowOf(
          { ...half, path: `server, half of its rate, dashboard in use, ${EXPORTS} exports at once` },
          beside.exports,
        ),
        rowOf({ ...half, path: "server, half of its rate, ledger being sealed" }, beside.sealing),
        rowOf({ ...half, path: "server, half of its rate, verifications being purged" }, beside.purging),
      ],
      ratios: [
        ratioFrom("p99 of both at half of their own saturation", worst(halves[0]?.rounds, halves[1]?.rounds)),
        ratioFrom(
          "p99 of both at half of their own saturation ÷ bare `node:http` at the same rate",
          [0, 1].flatMap((n) => over(halves[n]?.rounds, halves[n + 2]?.rounds)),
        ),
        ratioFrom(
          "p99 of the generator while the dashboard is used, and while a minute's events are sealed",
          worst(beside.dashboard, beside.sealing).map((p99, n) => p99 / (beside.idle[n]?.p99 ?? 0)),
        ),
      ],
    };
  });

/** The greater p99 of each round. */
function worst(one: Row["rounds"] = [], other: Row["rounds"] = []): number[] {
  return one.map(({ p99 }, n) => Math.max(p99, other[n]?.p99 ?? 0));
}

/** How many times the other's p99 each round's is. */
function over(one: Row["rounds"] = [], other: Row["rounds"] = []): number[] {
  return one.map(({ p99 }, n) => p99 / (other[n]?.p99 ?? 0));
}
