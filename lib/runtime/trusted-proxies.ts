import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [address: Address, bits: number];

/** The networks whose peers may say whose request they pass on; or, as settings of before have it, how many proxies there are. */
export type TrustedProxies = readonly Network[] | number;

/** The names that Express's `trust proxy` has. */
const NAMED = new Map([
  ["loopback", ["127.0.0.0/8", "::1/128"]],
  ["linklocal", ["169.254.0.0/16", "fe80::/10"]],
  ["uniquelocal", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]],
]);
const MAX_COUNT = 10;

/** Names, addresses and networks (CIDR), separated by commas; or a number. `null`: something else, or a network that is everybody. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  const given = text.trim();
  if (/^\d{1,2}$/.test(given)) return Number(given) > MAX_COUNT ? null : Number(given) || [];
  const entries = given.split(",").flatMap((entry) => NAMED.get(entry.trim()) ?? entry.trim());
  const networks = entries.filter((entry) => entry !== "").map(networkOf);
  return networks.every((network) => network !== null) ? networks : null;
}

/** Is this peer one of the operator's proxies? A number names none. */
export function isTrusted(proxies: TrustedProxies, address: Address | null): boolean {
  if (address === null || typeof proxies === "number") return false;
  return proxies.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** `null`: no address. IPv4 in the form of IPv6 is IPv4. */
export function addressOf(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

function networkOf(text: string): Network | null {
  const address = addressOf(text);
  if (address) return [address, address.kind() === "ipv4" ? 32 : 128];
  // Of its own accord the library takes `10/8`, and short forms in which other programs read another address.
  if (isIP(text.replace(/\/\d+$/, "")) === 0 || !ipaddr.isValidCIDR(text)) return null;
  const [network, bits] = ipaddr.parseCIDR(text);
  return bits === 0 ? null : [network, bits];
}
