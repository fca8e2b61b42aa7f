import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { prng } from "#tests/support/prng.ts";
import { startClients } from "../clients.ts";
import { httpClient } from "../http.ts";
import { exactly, type FaultPart, historyOf, judge, rounds } from "../part.ts";
import { inFaultWorld } from "../world.ts";

const KILLS = 200;
const LATEST_MS = 2_000;

/** The app is killed at random while shops call and visitors come. */
export const kills: FaultPart = (options) =>
  inFaultWorld({}, async (world) => {
    const part = "kills";
    const next = prng(options.seed);
    const history = historyOf(part, options);
    const http = httpClient(`http://localhost:${world.port}`);
    const clients = startClients(http.send, history, world.shops);
    const count = rounds(KILLS, options);
    let killed = 0;
    while (killed < count) {
      const app = await world.start();
      await once(clients.news, "accepted");
      // Early moments are the likeliest: then a process has only just begun.
      await after(LATEST_MS * next() ** 2);
      await app.kill();
      killed += 1;
      if (killed % 20 === 0) options.print(`  ${killed} of ${count} kills`);
    }
    const app = await world.start();
    await clients.stop();
    const status = await app.stop();
    http.close();
    const { accepted, proofs } = clients.counts();
    options.print(`  ${accepted} links answered, ${proofs} visitors came home`);
    return [
      { part, what: "kills of the app at random", measured: String(killed), limit: `≥ ${count}`, isMet: proofs > 0 },
      ...(await judge(part, history, world, options)),
      exactly(part, "status of the last one, at SIGTERM", status ?? -1, 0),
    ];
  });
