import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { config } from "./config.ts";
import { log } from "./log.ts";

/** The address at the other end of the connection that the current request came in by. */
const peers = openPeers();

/**
 * Node tells of each request before any handler runs, so Next's own server and ours know the peer in the same way, and no
 * header that a caller could write carries it. Next and our server hold a copy of this module each; they share one store.
 */
function openPeers(): AsyncLocalStorage<string> {
  const shared = globalThis as { agewayPeers?: AsyncLocalStorage<string> };
  if (shared.agewayPeers) return shared.agewayPeers;
  const opened = new AsyncLocalStorage<string>();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    opened.enterWith(request.socket.remoteAddress ?? "");
  });
  shared.agewayPeers = opened;
  return opened;
}

/** Runs something as if its request came from this address, where no server is in between. */
export function fromPeer<Result>(address: string, run: () => Result): Result {
  return peers.run(address, run);
}

/**
 * Who calls, as far as limits care: one IPv4 address, or the /64 of an IPv6 address, which is what one subscriber has at
 * least. Behind `TRUSTED_PROXIES=n` proxies it is the n-th entry of X-Forwarded-For from the right: the n nearest wrote those,
 * and a caller can only write entries to the left of them.
 */
export function callerOf(headers: Headers, trustedProxies = config().trustedProxies): string {
  const peer = peers.getStore() ?? "";
  const forwarded = headers.get("X-Forwarded-For");
  if (trustedProxies === 0) {
    if (forwarded !== null) warnIgnored();
    return prefixOf(peer);
  }
  const entries = (forwarded ?? "").split(",");
  return prefixOf(entries[Math.max(0, entries.length - trustedProxies)]?.trim() || peer);
}

function prefixOf(given: string): string {
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

/** Behind a proxy that nobody told us of, all callers share one address. */
function warnIgnored(): void {
  if (hasWarned || !config().isHttps) return;
  hasWarned = true;
  log.warn({ event: "forwarded_for_ignored", setting: "TRUSTED_PROXIES" });
}
