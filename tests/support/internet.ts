import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { addressesOf } from "#lib/domains/dns.ts";
import { INTERNET, type Network } from "#lib/domains/network.ts";
import { CERTIFICATE } from "./certificate.ts";
import { startDns, type Zone } from "./dns.ts";
import { startHttps, startTrap } from "./https.ts";
import { freePort } from "./ports.ts";

export const HERE = "127.0.0.1";

/** Plays the open internet for the tests of a file: hosts that a DNS server of its own knows, and web servers on loopback. */
export function playInternet() {
  let dns: Awaited<ReturnType<typeof startDns>>;
  let servers: string[] = [];
  let hosts = 0;
  beforeAll(async () => {
    servers = [`${HERE}:${await freePort()}`];
    dns = await startDns(servers[0] ?? "");
  });
  afterAll(() => dns.close());

  /** To production's network, only who is asked for addresses is added. */
  const network = (more: Partial<Network> = {}): Network => ({
    ...INTERNET,
    resolve: (host, deadline) => addressesOf(host, deadline, servers),
    ...more,
  });
  /** What DNS answers of a host from now on; `undefined`: there is none of this name. */
  const setZone = (host: string, zone: Zone[string] | undefined) => {
    if (zone === undefined) delete dns.zone[host];
    else dns.zone[host] = zone;
  };
  /** A host of the test's own, whose addresses DNS answers as given. */
  const hostAt = (zone: Zone[string] | undefined) => {
    hosts += 1;
    const host = `host-${hosts}.shop.example`;
    setZone(host, zone);
    return host;
  };
  return {
    network,
    setZone,
    hostAt,
    /** The types of records that were asked of a host. */
    askedOf: (host: string) => dns.asked.filter(({ name }) => name === host).map(({ type }) => type),
    /** A web server with a host, and the network in which it is reached. */
    async startShop(answer: RequestListener, zone: Zone[string] = { a: [HERE] }) {
      const server = await startHttps(answer);
      onTestFinished(server.close);
      const way = network({ isAllowed: (address) => address === HERE, port: server.port, ca: CERTIFICATE });
      return { host: hostAt(zone), server, way };
    },
  };
}

/** Traps at one port of loopback, in IPv4 and IPv6 as far as this machine has them. */
export async function startTraps() {
  const port = await freePort();
  const traps = [await startTrap(HERE, port), await startTrap("::1", port)].filter((trap) => trap !== null);
  onTestFinished(() => traps.forEach((trap) => void trap.close()));
  if (traps.length === 0) throw new Error(`nobody can listen at port ${port}`);
  return { port, connections: () => traps.reduce((sum, trap) => sum + trap.connections(), 0) };
}

/** Every connection that this process opens while `work` goes on. */
export async function connectionsDuring(work: () => Promise<unknown>): Promise<number> {
  let opened = 0;
  const count = () => {
    opened += 1;
  };
  subscribe("net.client.socket", count);
  await work().finally(() => unsubscribe("net.client.socket", count));
  return opened;
}
