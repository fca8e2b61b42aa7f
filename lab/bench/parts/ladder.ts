import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { calling } from "../contender.ts";
import { requestText } from "../load.ts";
import { machineOf } from "../machine.ts";
import { measureRounds } from "../rounds.ts";
import { RUNG_NAMES, RUNGS } from "../rungs.ts";
import { checkPath, makeShop, makeTokens, TOKENS } from "../shop.ts";
import { inBenchWorld, SERVER } from "../world.ts";

/** What each thing that the server does for a token check costs, from a bare server up to ours. */
export const ladder: Bench = (options, print) =>
  inBenchWorld(async (world) => {
    const shop = await makeShop();
    const programOf = (file: string) => join(import.meta.dirname, "..", file);
    const bare = await world.start([programOf("bare.ts")]);
    const rungs = await Promise.all(
      RUNG_NAMES.map((rung) => world.start([programOf("ladder-program.ts")], { RUNG: rung })),
    );
    const server = await world.start(SERVER);
    const tokens = await makeTokens(world.owner, shop, TOKENS);
    const byToken = tokens.map(checkPath);
    const byId = tokens.map(({ id, text }, n) => byToken[n]?.replace(text, id) ?? "");
    const rows = await measureRounds(
      world,
      [bare, ...rungs, server].map((server, n) => {
        const rung = RUNG_NAMES[n - 1];
        const path = n === 0 ? "bare node:http" : rung ? `+ ${RUNGS[rung]}` : "the server";
        const isByToken = n > RUNG_NAMES.indexOf("token");
        const requests = (isByToken ? byToken : byId).map((path) => requestText(server.port, { path }));
        return calling(world, { name: "auth_check", path, server, requests });
      }),
      options,
      print,
    );
    for (const [n, { path, appUs, databaseUs }] of rows.entries()) {
      const below = rows[n - 1];
      print(
        `  ${added(appUs, below?.appUs)} us of the app, ${added(databaseUs, below?.databaseUs)} of the database: ${path}`,
      );
    }
    return { machine: await machineOf(world), rows, ratios: [] };
  });

/** What a rung costs more than the one below it. */
function added(us: number | null, below: number | null = 0): string {
  return us === null || below === null ? "?" : (us - below).toFixed(1).padStart(5);
}
