declare const checked: unique symbol;

/** The page that a visitor returns to. Only `readReturnUrl` makes it. `href`: as a browser normalizes it. */
export type ReturnUrl = {
  readonly href: string;
  readonly origin: string;
  readonly host: string;
  readonly [checked]: true;
};

/** The flaws of a return URL, or of the query that holds it (contract §1, rule 6). */
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

/** The query parameter that carries the token to the shop (contract §2). */
const TOKEN_PARAMETER = "token_age_verified";

const MAX_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Contract §1, rule 6. Refuses the spellings on which URL parsers differ, so that this parser, a proxy and a person who reads
 * a log see the same host. `isTest`: of a test key, which may also return to a developer's machine or network, and by http.
 */
export function readReturnUrl(given: string, isTest: boolean): ReturnUrl | ReturnUrlFlaw {
  const flaw = flawOfText(given);
  if (flaw !== null) return flaw;
  const url = URL.parse(given);
  if (url === null) return "host_invalid";
  const host = url.hostname;
  // Refuses `0x7f.1`, which a browser reads as 127.0.0.1.
  const isAsWritten = authorityOf(given).toLowerCase().replace(/:\d*$/, "") === host;
  const isLocal = isLoopback(host) || (isTest && isDevelopmentHost(host));
  if (isAddress(host)) {
    if (!isLocal || !isAsWritten) return "address_not_name";
  } else if (isLoopback(host) ? !isAsWritten : !isPlainName(host)) return "host_invalid";
  if (!isLocal && url.protocol !== "https:") return "not_https";
  // Percent-encoding may have made it longer.
  if (url.href.length > MAX_LENGTH) return "too_long";
  return { href: url.href, origin: url.origin, host } as ReturnUrl;
}

/** The return URL of a live key; `null`: it has a flaw. */
export function parseReturnUrl(given: string): ReturnUrl | null {
  const read = readReturnUrl(given, false);
  return typeof read === "string" ? null : read;
}

/** The flaws that the text shows before it is parsed. */
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

/** Is a raw query percent-encoded UTF-8? A browser would encode anything else anew, and so send the visitor to another page. */
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

/** The host of an `Origin` header; `null` for a value that is no web origin (RFC 6454), such as "null". */
export function originHost(origin: string): string | null {
  const url = URL.parse(origin);
  return url && ["https:", "http:"].includes(url.protocol) && url.origin === origin ? url.hostname : null;
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
function isAddress(host: string): boolean {
  return host.startsWith("[") || /\.\d+$/.test(host);
}

/** The hosts whose verification could cover `host`: itself, then its parents of two labels or more. */
export function coveringHosts(host: string): string[] {
  if (isLoopback(host)) return [host];
  // The longest DNS name (RFC 1035, 2.3.4). The parents of an `Origin` of 16 KB would take 64 MB.
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
 * The return URL with the token. Other parameters and the fragment keep every byte. A token parameter that was there is
 * replaced, also if its name was percent-encoded.
 */
export function withToken(href: string, token: string): string {
  const url = new URL(href);
  const parts = url.search === "" ? [] : url.search.slice(1).split("&");
  const others = parts.filter((part) => nameOf(part) !== TOKEN_PARAMETER);
  url.search = `?${[...others, `${TOKEN_PARAMETER}=${token}`].join("&")}`;
  return url.href;
}

/** A registrable DNS name: labels of letters, digits and inner hyphens. */
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
