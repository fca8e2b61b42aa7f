import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { prng } from "#tests/support/prng.ts";
import { startClients } from "../clients.ts";
import { httpClient } from "../http.ts";
import { exactly, type FaultPart, historyOf, judge, noMoreThan, rounds } from "../part.ts";
import { inFaultWorld } from "../world.ts";

const KILLS = 50;
const LATEST_MS = 2_000;
const MAX_RECOVERY_MS = 5_000;

/** PostgreSQL is killed at random, with all of its processes or the first alone, and starts again. The app goes on. */
export const databaseOutages: FaultPart = (options) =>
  inFaultWorld({}, async (world) => {
    const part = "database";
    const next = prng(options.seed);
    const history = historyOf(part, options);
    const http = httpClient(`http://localhost:${world.port}`);
    const clients = startClients(http.send, history, world.shops);
    const app = await world.start();
    let isOver = false;
    const gone = app.ended.then(() => {
      if (!isOver) throw new Error(`The app is gone:\n${app.output()}`);
    });
    const count = rounds(KILLS, options);
    let slowestMs = 0;
    const killAll = async () => {
      for (let round = 0; round < count; round += 1) {
        await once(clients.news, "accepted");
        await after(LATEST_MS * next() ** 2);
        await world.postgres.kill(next() < 0.5 ? "all" : "head");
        await once(clients.news, "unanswered");
        await after(LATEST_MS * next() ** 2);
        await world.postgres.restart();
        const ready = performance.now();
        await once(clients.news, "accepted");
        slowestMs = Math.max(slowestMs, Math.round(performance.now() - ready));
        if ((round + 1) % 10 === 0) options.print(`  ${round + 1} of ${count} kills`);
      }
    };
    await Promise.race([killAll(), gone]);
    await clients.stop();
    isOver = true;
    const status = await app.stop();
    http.close();
    const { accepted, proofs } = clients.counts();
    options.print(`  ${accepted} links answered, ${proofs} visitors came home`);
    return [
      exactly(part, "kills of PostgreSQL", proofs > 0 ? count : 0, count),
      ...(await judge(part, history, world, options)),
      noMoreThan(part, "from its return to the next link, at most", slowestMs, MAX_RECOVERY_MS, " ms"),
      exactly(part, "status of the app, at SIGTERM", status ?? -1, 0),
    ];
  });
