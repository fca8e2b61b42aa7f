import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { prng } from "#tests/support/prng.ts";
import { childrenOf, killTree } from "#tests/support/process-tree.ts";
import { startClients } from "../clients.ts";
import { httpClient } from "../http.ts";
import { exactly, historyOf, judge, type Part, rounds } from "../part.ts";
import { type App, inWorld } from "../world.ts";

const KILLS = 200;
const LATEST_MS = 2_000;

/**
 * `alone`: a server of one process. Of one of several, `tree`: all in one moment, as when the power fails. `head`: the first one,
 * whose workers then notice. `worker`: one that answers, which the first one starts again.
 */
const DEATHS = ["alone", "tree", "alone", "head", "alone", "worker"] as const;

/** The app is killed at random while shops call and visitors come. */
export const kills: Part = (options) =>
  inWorld({}, async (world) => {
    const part = "kills";
    const next = prng(options.seed);
    const history = historyOf(part);
    const http = httpClient(`http://localhost:${world.port}`);
    const clients = startClients(http.send, history, world.shops);
    const count = rounds(KILLS, options);
    for (let round = 0; round < count; round += 1) {
      const death = DEATHS[round % DEATHS.length] ?? "alone";
      const app = await world.start({ WORKERS: death === "alone" ? "0" : "2" });
      await once(clients.news, "accepted");
      // Early moments are the likeliest: then the app has only just begun.
      await after(LATEST_MS * next() ** 2);
      await end(app, death, next);
      if ((round + 1) % 20 === 0) options.print(`  ${round + 1} of ${count} kills`);
    }
    const app = await world.start();
    await clients.stop();
    const status = await app.stop();
    http.close();
    const { accepted, proofs } = clients.counts();
    options.print(`  ${accepted} links answered, ${proofs} visitors came home`);
    return [
      exactly(part, "kills of the app at random", proofs > 0 ? count : 0, count),
      ...(await judge(part, history, world, options)),
      exactly(part, "status of the last one, at SIGTERM", status ?? -1, 0),
    ];
  });

async function end(app: App, death: (typeof DEATHS)[number], next: () => number): Promise<void> {
  const { pid = 0 } = app;
  if (death === "worker") {
    const children = childrenOf(pid);
    process.kill(children[Math.floor(next() * children.length)] ?? pid, "SIGKILL");
    // The others answer meanwhile.
    await after(LATEST_MS * next() ** 2);
  }
  if (death === "head") return void process.kill(pid, "SIGKILL");
  killTree(pid);
  await app.ended;
}
