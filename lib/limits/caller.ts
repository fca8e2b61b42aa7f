import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { log } from "#lib/observe/log.ts";
import { currentRequest } from "#lib/observe/request-context.ts";
import { config } from "#lib/runtime/config.ts";
import { addressOf, isTrusted, type TrustedProxies } from "#lib/runtime/trusted-proxies.ts";

/**
 * Tells the caller that limits count: an IPv4 address, or the /64 of an IPv6 address, because a subscriber has at least a /64.
 * It is the peer, unless that is a proxy of the operator (`TRUSTED_PROXIES`): then it is the last entry of X-Forwarded-For that
 * is none, because each proxy adds the address that it is called from, and a caller can only write what stands before.
 */
export function callerOf(headers: Pick<Headers, "get">, proxies = config().trustedProxies): string {
  const peer = currentRequest()?.peer ?? "";
  const forwarded = headers.get("X-Forwarded-For");
  if (forwarded === null) return known(peer).prefix;
  const entries = forwarded.split(",");
  if (typeof proxies === "number") return known(entries.at(-Math.min(proxies, entries.length))?.trim() || peer).prefix;
  if (!isProxy(peer, proxies)) warnIgnored();
  let hop = peer;
  while (isProxy(hop, proxies)) {
    const before = entries.pop()?.trim();
    if (!before) break;
    hop = before;
  }
  return known(hop).prefix;
}

/** Is this address one of the operator's proxies? */
export function isProxy(address: string, proxies: TrustedProxies): boolean {
  return isTrusted(proxies, known(address).address);
}

/** Says what counts as one caller of an address: an IPv4 address, or the /64 of an IPv6 address. */
export function callerAt(address: string): string {
  return known(address).prefix;
}

/** Holds what a text says of an address: shops and proxies call from the same few, and reading one takes as long as the rest of a call's head. */
type Known = { address: ReturnType<typeof addressOf>; prefix: string };
const addresses = new LRUCache<string, Known>({ max: 4_096 });
const MAX_ADDRESS_LENGTH = 64;
const UNKNOWN: Known = { address: null, prefix: "unknown" };

function known(given: string): Known {
  if (given.length > MAX_ADDRESS_LENGTH) return UNKNOWN;
  const before = addresses.get(given);
  if (before !== undefined) return before;
  const address = addressOf(withoutPort(given));
  const read = address ? { address, prefix: prefixOf(address) } : UNKNOWN;
  addresses.set(given, read);
  return read;
}

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** Some proxies write `192.0.2.1:5000` and `[2001:db8::1]:5000`. */
function withoutPort(entry: string): string {
  const end = entry.startsWith("[") ? entry.indexOf("]") : entry.indexOf(":");
  if (entry.startsWith("[")) return entry.slice(1, end === -1 ? undefined : end);
  return end === entry.lastIndexOf(":") && end !== -1 ? entry.slice(0, end) : entry;
}

let hasWarned = false;

/** Behind a proxy that `TRUSTED_PROXIES` does not name all callers look like one, so the operator must hear of it. */
function warnIgnored(): void {
  if (hasWarned || !config().isHttps) return;
  hasWarned = true;
  log.warn({ event: "forwarded_for_ignored", setting: "TRUSTED_PROXIES" });
}
