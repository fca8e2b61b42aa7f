import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { prng } from "#tests/support/prng.ts";
import { childrenOf, killTree, signal } from "#tests/support/process-tree.ts";
import { startClients } from "../clients.ts";
import { httpClient } from "../http.ts";
import { exactly, type FaultPart, historyOf, judge, rounds } from "../part.ts";
import { type App, inFaultWorld } from "../world.ts";

const KILLS = 200;
const LATEST_MS = 2_000;

/**
 * How the servers of a run end, one after the other. `single`: a server of one process. Of one of several, `tree`: all in one moment,
 * as when the power fails. `head`: the first one, whose workers then notice. `worker`: one of the others, which the first one starts
 * again, so that the server lives on.
 */
const DEATHS = [["single"], ["worker", "worker", "tree"], ["single"], ["worker", "head"]] as const;

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
    for (let life = 0; killed < count; life += 1) {
      const deaths = DEATHS[life % DEATHS.length] ?? ["single"];
      const app = await world.start({ WORKERS: deaths[0] === "single" ? "0" : "2" });
      const gone = app.ended.then(() => "gone" as const);
      for (const death of deaths) {
        // A server that loses a process while it starts ends by itself, and this part starts it again.
        if ((await Promise.race([once(clients.news, "accepted"), gone])) === "gone") break;
        // Early moments are the likeliest: then a process has only just begun.
        await after(LATEST_MS * next() ** 2);
        await kill(app, death, next);
        killed += 1;
        if (killed % 20 === 0) options.print(`  ${killed} of ${count} kills`);
      }
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

async function kill(app: App, death: (typeof DEATHS)[number][number], next: () => number): Promise<void> {
  const { pid = 0 } = app;
  if (death === "worker") {
    const children = childrenOf(pid);
    signal(children[Math.floor(next() * children.length)] ?? pid, "SIGKILL");
  } else if (death === "head") signal(pid, "SIGKILL");
  else {
    killTree(pid);
    await app.ended;
  }
}
