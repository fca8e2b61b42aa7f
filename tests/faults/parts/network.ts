import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { freePort } from "#tests/support/ports.ts";
import { prng } from "#tests/support/prng.ts";
import { startClients } from "../clients.ts";
import { FAULTS, startFaultProxy } from "../fault-proxy.ts";
import { httpClient } from "../http.ts";
import { exactly, type FaultPart, historyOf, judge, rounds } from "../part.ts";
import { inFaultWorld } from "../world.ts";

/** Of each fault, on each of the two ways. */
const ROUNDS = 6;
const LASTS_MS = { min: 500, max: 4_000 };
const BETWEEN_MS = 1_500;

/** The ways from the app to its database and to the eID are slow, cut, silent or half closed, one at a time. */
export const network: FaultPart = async (options) => {
  const part = "network";
  const next = prng(options.seed);
  const eid = { listen: await freePort(), at: await freePort() };
  const toEid = await startFaultProxy(eid.at, eid.listen);
  try {
    return await inFaultWorld({ eidUrl: { listen: eid.listen, url: `http://localhost:${eid.at}` } }, async (world) => {
      const url = new URL(world.postgres.url);
      const at = await freePort();
      const toDatabase = await startFaultProxy(at, Number(url.port));
      url.port = String(at);
      const app = await world.start({ DATABASE_URL: url.href });
      const history = historyOf(part, options);
      const http = httpClient(app.url);
      const clients = startClients(http.send, history, world.shops);
      const count = rounds(ROUNDS, options);
      let faults = 0;
      for (let round = 0; round < count; round += 1)
        for (const fault of FAULTS)
          for (const way of [toDatabase, toEid]) {
            await after(BETWEEN_MS);
            way.begin(fault);
            await after(LASTS_MS.min + (LASTS_MS.max - LASTS_MS.min) * next());
            way.end();
            await once(clients.news, "accepted");
            faults += 1;
          }
      await clients.stop();
      const status = await app.stop();
      http.close();
      toDatabase.close();
      const { accepted, proofs, lost } = clients.counts();
      options.print(`  ${accepted} links answered, ${proofs} visitors came home`);
      return [
        exactly(part, "faults on the ways to the database and the eID", faults, 2 * count * FAULTS.length),
        exactly(part, "visitors who gave up", lost, 0),
        ...(await judge(part, history, world, options)),
        exactly(part, "status of the app, at SIGTERM", status ?? -1, 0),
      ];
    });
  } finally {
    toEid.close();
  }
};
