import ipaddr from "ipaddr.js";
import { addressesOf } from "./dns.ts";

/** Says how we reach a host: its resolver, the allowed addresses, the port, and the trusted certificates. */
export type Network = {
  resolve: (host: string, deadline: AbortSignal) => Promise<string[] | null>;
  isAllowed: (address: string) => boolean;
  port: number;
  /** Default: Node's own certificates. */
  ca?: string;
};

/** The network in production; tests pass their own. */
export const INTERNET: Network = {
  resolve: (host, deadline) => addressesOf(host, deadline),
  isAllowed: isPublic,
  port: 443,
};

/**
 * Reaches a shop beside us, on the machine of a developer or of a demo. What else could answer to these names is this
 * machine too.
 */
export const THIS_MACHINE: Network = {
  resolve: async (host) => (host === "localhost" ? ["127.0.0.1", "::1"] : [host]),
  isAllowed: (address) => address === "127.0.0.1" || address === "::1",
  port: 80,
};

type Resolved = { addresses: string[] } | { flaw: "no_answer" | "host_not_found" | "address_not_public" };

/**
 * The addresses of a host that a stranger chose, which must not send us to another machine (SSRF). The name is resolved
 * once, and all of its addresses must be allowed. A caller that connects to them, and not to the name, is not led away
 * by a later answer of DNS.
 */
export async function addressesIn(network: Network, host: string, deadline: AbortSignal): Promise<Resolved> {
  const addresses = await network.resolve(host, deadline);
  if (addresses === null) return { flaw: "no_answer" };
  if (addresses.length === 0) return { flaw: "host_not_found" };
  return addresses.every((one) => network.isAllowed(one)) ? { addresses } : { flaw: "address_not_public" };
}

/** The IPv6 addresses that are allocated for global use (RFC 4291, 2.4). No shop has another one. */
const GIVEN_OUT = ipaddr.parseCIDR("2000::/3");

/**
 * Holds for one machine on the public internet: no loopback, private network, metadata or multicast, nor IPv4 mapped
 * into IPv6. `ipaddr.js` has the registries (RFC 6890).
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GIVEN_OUT);
}
