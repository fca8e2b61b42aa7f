declare const checked: unique symbol;

/** Where a visitor goes back to. Made only by `readReturnUrl`; `href` is what a browser would make of it. */
export type ReturnUrl = {
  readonly href: string;
  readonly origin: string;
  readonly host: string;
  readonly [checked]: true;
};

/** What is wrong with a return URL, or with the query that it stands in (contract §1, rule 6). */
export const RETURN_URL_FLAWS = [
  "twice",
  "not_encoded",
  "not_utf8",
  "too_long",
  "backslash",
  "space",
  "encoded_twice",
  "no_scheme",
  "not_https",
  "user_in_address",
  "address_not_name",
  "host_invalid",
] as const;
export type ReturnUrlFlaw = (typeof RETURN_URL_FLAWS)[number];

/** The query parameter that carries the token home (contract §2). */
const TOKEN_PARAMETER = "token_age_verified";

const MAX_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Contract §1, rule 6. The text must be *written* plainly, so that every reader (this parser, a proxy, a person looking
 * at a log) sees the same host: parsers differ on exactly the spellings refused here. `isTest`: a test key's, which may also
 * be a developer's own machine or network, by http too.
 */
export function readReturnUrl(given: string, isTest: boolean): ReturnUrl | ReturnUrlFlaw {
  const flaw = flawOfText(given);
  if (flaw !== null) return flaw;
  const url = URL.parse(given);
  if (url === null) return "host_invalid";
  const host = url.hostname;
  // Written out, not `0x7f.1`, which is the same machine to a browser and nothing to a reader.
  const isAsWritten = authorityOf(given).toLowerCase().replace(/:\d*$/, "") === host;
  const isLocal = isLoopback(host) || (isTest && isDevelopmentHost(host));
  if (isAddress(host)) {
    if (!isLocal || !isAsWritten) return "address_not_name";
  } else if (isLoopback(host) ? !isAsWritten : !isPlainName(host)) return "host_invalid";
  if (!isLocal && url.protocol !== "https:") return "not_https";
  // Percent-encoding may have made it longer than it was written; the browser has to carry it.
  if (url.href.length > MAX_LENGTH) return "too_long";
  return { href: url.href, origin: url.origin, host } as ReturnUrl;
}

/** The same for a live key, for whoever asks only whether. */
export function parseReturnUrl(given: string): ReturnUrl | null {
  const read = readReturnUrl(given, false);
  return typeof read === "string" ? null : read;
}

/** What can be told of the text alone. */
function flawOfText(given: string): ReturnUrlFlaw | null {
  if (given.length > MAX_LENGTH) return "too_long";
  if (given.includes("\\")) return "backslash";
  if (hasSpaceOrControl(given)) return "space";
  if (/^https?%3a/i.test(given)) return "encoded_twice";
  if (!/^https?:/i.test(given)) return /^[a-z][a-z0-9+-]*:(?!\d)/i.test(given) ? "not_https" : "no_scheme";
  const authority = authorityOf(given);
  if (authority.includes("@")) return "user_in_address";
  return authority === "" || authority.includes("%") ? "host_invalid" : null;
}

/** Does a raw query say what it says in UTF-8? Where it does not, a browser would send its visitor to another page. */
export function isUtf8(rawQuery: string): boolean {
  return [...rawQuery.matchAll(/(?:%[0-9a-f]{2})+/gi)].every(([escapes]) => decodes(escapes));
}

function decodes(escapes: string): boolean {
  try {
    decodeURIComponent(escapes);
    return true;
  } catch {
    return false;
  }
}

/** The host of an `Origin` header; `null` for anything that is not a web origin (RFC 6454), `null` itself included. */
export function originHost(origin: string): string | null {
  const url = URL.parse(origin);
  return url && ["https:", "http:"].includes(url.protocol) && url.origin === origin ? url.hostname : null;
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}

/** Names that no public DNS has (RFC 6761, 6762), and addresses of private networks (RFC 1918, 4193). */
export function isDevelopmentHost(host: string): boolean {
  return (
    isLoopback(host) ||
    /\.(?:localhost|test|local)$/.test(host) ||
    /^(?:(?:10|127)\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+$/.test(host) ||
    /^\[f[cd][0-9a-f]{2}:[0-9a-f:]+\]$/.test(host)
  );
}

/** As `URL` writes it: the last label of an IPv4 address is a number, and IPv6 stands in brackets. */
function isAddress(host: string): boolean {
  return host.startsWith("[") || /\.\d+$/.test(host);
}

/** The hosts whose verification would cover `host`: itself, then every parent that is still a name of two labels. */
export function coveringHosts(host: string): string[] {
  if (isLoopback(host)) return [host];
  // No name is longer (RFC 1035, 2.3.4): of 16 KB in an `Origin`, the parents of all its labels would be 64 MB.
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
 * The return URL with its token: every other parameter and the fragment stay to the byte, and a token that was there
 * before is replaced, however its name was spelt.
 */
export function withToken(href: string, token: string): string {
  const url = new URL(href);
  const parts = url.search === "" ? [] : url.search.slice(1).split("&");
  const others = parts.filter((part) => nameOf(part) !== TOKEN_PARAMETER);
  url.search = `?${[...others, `${TOKEN_PARAMETER}=${token}`].join("&")}`;
  return url.href;
}

/** A DNS name as it is registered: labels of letters, digits and inner hyphens. */
function isPlainName(host: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= 253 && labels.length >= 2 && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))
  );
}

function nameOf(part: string): string | undefined {
  return new URLSearchParams(`?${part}`).keys().next().value;
}

function authorityOf(given: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(given)?.[1] ?? "";
}

function hasSpaceOrControl(given: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
  return /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/.test(given);
}
