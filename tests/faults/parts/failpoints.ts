import { setTimeout as after } from "node:timers/promises";
import { prng } from "#tests/support/prng.ts";
import { startClients } from "../clients.ts";
import { httpClient } from "../http.ts";
import { exactly, type FaultPart, historyOf, judge, rounds } from "../part.ts";
import { dyingAt, inFaultWorld } from "../world.ts";

/** With the latest pass at which the app ends there: calls pass the first two hundreds of times a second, visitors do not. */
const FAILPOINTS = [
  ["before commit", 60],
  ["after commit", 60],
  ["after claim", 3],
  ["after code exchange", 3],
  ["before token", 3],
] as const;
const KILLS = 40;
const MAX_WAIT_MS = 20_000;

/** The app ends itself at each of the moments in which a crash would lose a check or bill it twice. */
export const failpoints: FaultPart = (options) =>
  inFaultWorld({}, async (world) => {
    const part = "failpoints";
    const next = prng(options.seed);
    const history = historyOf(part, options);
    const http = httpClient(`http://localhost:${world.port}`);
    const clients = startClients(http.send, history, world.shops);
    const count = rounds(KILLS, options);
    const rows = [];
    for (const [failpoint, latest] of FAILPOINTS) {
      let died = 0;
      for (let round = 0; round < count; round += 1) {
        // Visitors who wait for it may bring it to the failpoint before it is asked whether it is there.
        const app = world.spawn(dyingAt(failpoint, 1 + Math.floor(next() * latest)));
        const late = after(MAX_WAIT_MS, "late" as const, { ref: false });
        if ((await Promise.race([app.ended, late])) === "late") await app.kill();
        else died += 1;
      }
      options.print(`  ${died} deaths ${failpoint}`);
      rows.push(exactly(part, `deaths ${failpoint}`, died, count));
    }
    const app = await world.start();
    await clients.stop();
    await app.stop();
    http.close();
    return [...rows, ...(await judge(part, history, world, options))];
  });
