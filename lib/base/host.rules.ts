/** Holds the length of the longest DNS name (RFC 1035, 2.3.4). */
export const MAX_HOST_LENGTH = 253;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Reads the host of an `Origin` header; `null` for a value that is no web origin (RFC 6454), such as "null". */
export function originHost(origin: string): string | null {
  const url = URL.parse(origin);
  return url && ["https:", "http:"].includes(url.protocol) && url.origin === origin ? url.hostname : null;
}

/** Reads the host of an origin that `URL` wrote, such as a stored one. */
export function hostOfOrigin(origin: string): string {
  return origin.slice(origin.indexOf("//") + 2).replace(/:\d+$/, "");
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}

/** A name outside the public DNS (RFC 6761, 6762), or an address of a private network (RFC 1918, 4193). */
export function isDevelopmentHost(host: string): boolean {
  return (
    isLoopback(host) ||
    /\.(?:localhost|test|local)$/.test(host) ||
    /^(?:(?:10|127)\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+$/.test(host) ||
    /^\[f[cd][0-9a-f]{2}:[0-9a-f:]+\]$/.test(host)
  );
}

/** `host`: as `URL` writes it, with a number as the last label of an IPv4 address, and IPv6 in brackets. */
export function isAddress(host: string): boolean {
  return host.startsWith("[") || /\.\d+$/.test(host);
}

/** Says whether it is a registrable DNS name: labels of letters, digits and inner hyphens. */
export function isPlainName(host: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= MAX_HOST_LENGTH &&
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))
  );
}

/** Lists the hosts whose verification could cover `host`: itself, then its parents of two labels or more. */
export function coveringHosts(host: string): string[] {
  if (isLoopback(host)) return [host];
  // The parents of an `Origin` of 16 KB would take 64 MB.
  if (host.length > MAX_HOST_LENGTH) return [];
  const labels = host.split(".");
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join("."));
}

export type VerifiedDomain = { host: string; includeSubdomains: boolean };

export function isCovered(host: string, domains: readonly VerifiedDomain[]): boolean {
  const covering = new Set(coveringHosts(host));
  return domains.some((d) => d.host === host || (d.includeSubdomains && covering.has(d.host)));
}

/**
 * Reads the host in what somebody pasted: a link to a page of their shop, or the host itself. Ports, paths and queries go, because a
 * verified host counts on every port. A text in which no host can be told apart stays as it is, so that it is refused.
 */
export function pastedHost(text: string): string {
  const typed = text.trim();
  const isLink = /^https?:\/\//i.test(typed);
  if (!isLink && !/[/?#]|:\d+$/.test(typed)) return typed;
  const address = isLink ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return typed;
  const { hostname, username, password } = new URL(address);
  // In `https://shop.example@evil.example/` the host is not what a reader takes it for.
  return username || password || hostname === "" ? typed : hostname;
}
