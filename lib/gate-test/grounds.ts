import { isIP } from "node:net";
import { addressesIn, type Network } from "#lib/domains/network.ts";

const RESOLVE_MS = 5_000;

/** Holds what a walk may reach: one shop, and what we answer to that shop ourselves. */
type Place = {
  shop: string;
  /** The address at which the shop is pointed, and the port of this machine at which we answer it. */
  address: string;
  port: number;
};

/** `addresses`: of the shop, looked at. A thread can be given all of it. */
export type Grounds = Place & { addresses: string[]; shopPort: number; ca: string | undefined };

/** Resolves the shop's name, once. All of its addresses must be allowed. */
export async function groundsOf(place: Place, network: Network) {
  const host = new URL(place.shop).hostname.replace(/^\[|\]$/g, "");
  // Node connects to an address without a look-up.
  if (isIP(host) !== 0 && !network.isAllowed(host)) return { flaw: "address_not_public" } as const;
  const found = await addressesIn(network, host, AbortSignal.timeout(RESOLVE_MS));
  if ("flaw" in found) return found;
  const grounds: Grounds = { ...place, addresses: found.addresses, shopPort: network.port, ca: network.ca };
  return { grounds };
}
