import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { config } from "./config.ts";
import { log } from "./log.ts";
import { currentRequest } from "./request-context.ts";

/**
 * The caller that limits count: an IPv4 address, or the /64 of an IPv6 address, because a subscriber has at least a /64.
 * With `TRUSTED_PROXIES=n` it is the n-th entry of X-Forwarded-For from the right: the operator's n proxies wrote the last n
 * entries, and a caller can only write the entries to the left of them.
 */
export function callerOf(headers: Pick<Headers, "get">, trustedProxies = config().trustedProxies): string {
  const peer = currentRequest()?.peer ?? "";
  const forwarded = headers.get("X-Forwarded-For");
  if (trustedProxies === 0) {
    if (forwarded !== null) warnIgnored();
    return prefixOf(peer);
  }
  const entries = (forwarded ?? "").split(",");
  return prefixOf(entries[Math.max(0, entries.length - trustedProxies)]?.trim() || peer);
}

/** Shops and proxies call from the same few addresses, and reading one takes as long as the rest of a call's head. */
const prefixes = new LRUCache<string, string>({ max: 4_096 });
const MAX_ADDRESS_LENGTH = 64;

function prefixOf(given: string): string {
  if (given.length > MAX_ADDRESS_LENGTH) return "unknown";
  const known = prefixes.get(given);
  if (known !== undefined) return known;
  const prefix = readPrefix(given);
  prefixes.set(given, prefix);
  return prefix;
}

function readPrefix(given: string): string {
  const address = withoutPort(given);
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
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

/** A proxy that `TRUSTED_PROXIES` does not count gives all callers one address, so the operator must hear of it. */
function warnIgnored(): void {
  if (hasWarned || !config().isHttps) return;
  hasWarned = true;
  log.warn({ event: "forwarded_for_ignored", setting: "TRUSTED_PROXIES" });
}
