import { join } from "node:path";
import type { Bench } from "../bench.ts";
import {
  CONNECTIONS,
  type Contender,
  calling,
  checkRequests,
  formRequests,
  generatorRequests,
  sendingStatement,
} from "../contender.ts";
import { requestText } from "../load.ts";
import { machineOf } from "../machine.ts";
import { fetchToken, introspection, makeClient, pushedRequest } from "../peers/client.ts";
import { statementClient } from "../pgbench.ts";
import type { Program } from "../program.ts";
import { type RatioName, ratioOf } from "../ratios.ts";
import { measureRounds, type Row } from "../rounds.ts";
import { withoutSealing } from "../sealing.ts";
import { type BenchShop, copyShop, makeShop, makeTokens, TOKENS } from "../shop.ts";
import { type BenchWorld, inBenchWorld, NEXT, SERVER } from "../world.ts";

/** Every contender takes its turns in one world, on one database. Nothing is sealed meanwhile. */
export const throughput: Bench = ({ organizations, ...options }, print) =>
  inBenchWorld(async (world) => {
    const { owner } = world;
    const [shop, statementShop, bareShop] = [await makeShop(), await makeShop(), await makeShop()];
    const shops = await copyShop(owner, shop, organizations);
    const client = await makeClient(owner);
    const [server, next, bare, hono, oidc] = await Promise.all([
      world.start(SERVER),
      world.start(NEXT),
      world.start([programOf("bare.ts")]),
      world.start([programOf("peers/hono.ts")]),
      world.start([programOf("peers/oidc-provider.ts")]),
    ]);
    await withoutSealing(owner);
    const tokens = await makeTokens(owner, shop, TOKENS);
    const peerTokens = await Promise.all(tokens.map(() => fetchToken(oidc, client)));
    print(`  The one statement is sent by ${statementClient()}. Nothing is sealed meanwhile.`);

    const generator = (path: string, of: Program, shops: readonly BenchShop[], connections = CONNECTIONS) =>
      calling(world, { name: "generator b", path, server: of, requests: generatorRequests(of, shops), connections });
    const check = (path: string, of: Program, requests: readonly string[]) =>
      calling(world, { name: "auth_check", path, server: of, requests });
    const peer = (name: string, address: string, bodies: readonly string[]) =>
      calling(world, { name, path: "oidc-provider", server: oidc, requests: formRequests(oidc, address, bodies) });
    const bareChecks = tokens.map(({ id }) => requestText(bare.port, { path: `/api/auth_check/${id}/device` }));
    const introspections = peerTokens.map((token) => introspection(client, token));

    const contenders = {
      statement: sendingStatement(world, statementShop, CONNECTIONS),
      generator: generator("server", server, [shop]),
      bareGenerator: generator("bare node:http", bare, [bareShop]),
      hono: generator("Hono", hono, [bareShop]),
      pushed: peer("pushed authorization request", "/request", [pushedRequest(client)]),
      nextGenerator: generator("next start", next, [shop]),
      organizations: { ...generator("server", server, shops), name: `generator b, ${organizations} organizations` },
      statementOnOne: sendingStatement(world, statementShop, 1),
      generatorOnOne: generator("server", server, [shop], 1),
      repeated: check("server", server, checkRequests(server, tokens)),
      first: firstChecks(world, server, shop),
      bareCheck: check("bare node:http", bare, bareChecks),
      introspection: peer("introspection", "/token/introspection", introspections),
    };
    const rows = await measureRounds(world, Object.values(contenders), options, print);
    const names = Object.keys(contenders);
    const ratio = (name: RatioName, one: keyof typeof contenders, other: keyof typeof contenders) =>
      ratioOf(name, rows[names.indexOf(one)] as Row, rows[names.indexOf(other)] as Row);
    return {
      machine: await machineOf(world),
      rows,
      ratios: [
        ratio("generator `b`, 32 connections ÷ `pgbench` one-statement rate, 32 clients", "generator", "statement"),
        ratio("generator `b`, one connection: latency ÷ `pgbench` one client", "generatorOnOne", "statementOnOne"),
        ratio("generator `b` ÷ Hono with the same statements, one request at a time", "generator", "hono"),
        ratio("generator `b` ÷ bare `node:http` with the same shared commits", "generator", "bareGenerator"),
        ratio(
          "generator `b` ÷ `oidc-provider` pushed authorization request (clients in Postgres)",
          "generator",
          "pushed",
        ),
        ratio("generator `b` through the server ÷ through `next start`", "generator", "nextGenerator"),
        ratio("`auth_check` ÷ bare `node:http` with the same batched read", "repeated", "bareCheck"),
        ratio("`auth_check` ÷ `oidc-provider` introspection", "repeated", "introspection"),
        ratio("first checks (each redeems) ÷ repeated checks", "first", "repeated"),
        ratio("generator with 1,000 organizations ÷ with one", "organizations", "generator"),
      ],
    };
  });

function programOf(file: string): string {
  return join(import.meta.dirname, "..", file);
}

/** Asks each token once. There are half as many again as the fastest turn so far would use. */
function firstChecks(world: BenchWorld, server: Program, shop: BenchShop): Contender {
  let [requests, fastest]: [string[], number] = [[], 4_000];
  const contender = calling(world, {
    name: "auth_check, first",
    path: "server",
    server,
    requests: () => requests,
    isOnce: true,
  });
  return {
    ...contender,
    async prepare(seconds) {
      requests = checkRequests(server, await makeTokens(world.owner, shop, Math.ceil(1.5 * fastest * seconds)));
    },
    async run(seconds) {
      const measured = await contender.run(seconds);
      fastest = Math.max(fastest, measured.rps);
      return measured;
    },
  };
}
