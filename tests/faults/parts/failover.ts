import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { prng } from "#tests/support/prng.ts";
import { startStandbyPair } from "#tests/support/standby-pair.ts";
import { call, newOrder } from "../call.ts";
import { startClients } from "../clients.ts";
import { httpClient } from "../http.ts";
import { exactly, type FaultPart, historyOf, judge, noMoreThan, rounds } from "../part.ts";
import { inWorldOf } from "../world.ts";

const PROMOTIONS = 10;
const LATEST_MS = 2_000;
const MAX_OUTAGE_MS = 10_000;

/** The primary is killed, its synchronous standby is promoted, and the killed one comes back as the standby. The app goes on. */
export const failover: FaultPart = (options) =>
  inWorldOf(startStandbyPair, {}, async (world) => {
    const part = "failover";
    const next = prng(options.seed);
    const history = historyOf(part, options);
    const app = await world.start();
    const http = httpClient(app.url);
    const clients = startClients(http.send, history, world.shops);
    const count = rounds(PROMOTIONS, options);
    const promotionsMs: number[] = [];
    const outagesMs: number[] = [];
    for (let round = 0; round < count; round += 1) {
      await once(clients.news, "accepted");
      await after(LATEST_MS * next());
      const died = performance.now();
      await world.postgres.failOver();
      promotionsMs.push(Math.round(performance.now() - died));
      while (!(await call(http.send, history, newOrder(world.shops.careless, "b", false))).ok) await after(10);
      outagesMs.push(Math.round(performance.now() - died));
      await world.postgres.rejoin(round % 2 === 0 ? "rewind" : "base backup");
    }
    await clients.stop();
    const status = await app.stop();
    http.close();
    const { accepted, proofs, lost } = clients.counts();
    options.print(`  ${accepted} links answered, ${proofs} visitors came home, ${lost} gave up`);
    options.print(`  from the kill to the promotion: ${promotionsMs.join(", ")} ms`);
    options.print(`  from the kill to the next link: ${outagesMs.join(", ")} ms`);
    return [
      exactly(part, "promotions", proofs > 0 ? outagesMs.length : 0, count),
      ...(await judge(part, history, world, options)),
      noMoreThan(part, "from the kill to the next link, at most", Math.max(...outagesMs), MAX_OUTAGE_MS, " ms"),
      exactly(part, "status of the app, at SIGTERM", status ?? -1, 0),
    ];
  });
