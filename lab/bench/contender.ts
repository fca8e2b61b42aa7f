import { requestText } from "./load.ts";
import { FORM } from "./peers/client.ts";
import { runStatement, statementClient } from "./pgbench.ts";
import type { Program } from "./program.ts";
import { type BenchShop, checkPath, generatorPath, type Token } from "./shop.ts";
import { type Turn, turnOf } from "./turn.ts";
import type { BenchWorld } from "./world.ts";

/** `name`: what is called. `path`: through what. `pid`: of the server, if it is one. `prepare`: before each of its turns. */
export type Contender = {
  name: string;
  path: string;
  connections: number;
  pid: number | null;
  prepare?: (seconds: number) => Promise<void>;
  run: (seconds: number) => Promise<Turn>;
};

/** As a shop's campaign would call: so many at once, each again as soon as it is answered. */
export const CONNECTIONS = 32;

type Calls = {
  name: string;
  path: string;
  server: Program;
  /** Whole HTTP requests, or what makes them when a turn begins. */
  requests: readonly string[] | (() => readonly string[]);
  connections?: number;
  /** Calls a second; by default as fast as answers come. */
  rate?: number | null;
  /** Each request once at most. */
  isOnce?: boolean;
};

export function calling(
  { load }: BenchWorld,
  { name, path, server: { pid, port }, requests, connections = CONNECTIONS, rate = null, isOnce = false }: Calls,
): Contender {
  const run = async (seconds: number) => {
    const all = typeof requests === "function" ? requests() : requests;
    const calls = isOnce ? all.length : null;
    return turnOf(await load.run({ port, requests: all, calls, connections, seconds, rate }));
  };
  return { name, path, connections, pid, run };
}

export function sendingStatement(world: BenchWorld, shop: BenchShop, connections: number): Contender {
  const run = (seconds: number) => runStatement(world, shop, connections, seconds);
  return { name: "one statement", path: statementClient(), connections, pid: null, run };
}

/** Calls of the generator, each for a device that has not called before; of several shops in turn. */
export function generatorRequests({ port }: Program, shops: readonly BenchShop[]): string[] {
  return shops.map((shop) => requestText(port, { path: generatorPath(shop) }));
}

export function checkRequests({ port }: Program, tokens: readonly Token[]): string[] {
  return tokens.map((token) => requestText(port, { path: checkPath(token) }));
}

export function formRequests({ port }: Program, path: string, bodies: readonly string[]): string[] {
  return bodies.map((body) => requestText(port, { method: "POST", path, headers: FORM, body }));
}
