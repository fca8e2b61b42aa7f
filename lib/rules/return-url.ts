declare const checked: unique symbol;

/** Where a visitor goes back to. Made only by `parseReturnUrl`; `href` is what a browser would make of it. */
export type ReturnUrl = {
  readonly href: string;
  readonly origin: string;
  readonly host: string;
  readonly [checked]: true;
};

/** The query parameter that carries the token home (contract §2). */
const TOKEN_PARAMETER = "token_age_verified";

const LONGEST = 2048;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Contract §1 rule 6. The text must be *written* plainly, so that every reader (this parser, a proxy, a person looking
 * at a log) sees the same host: parsers differ on exactly the spellings refused here.
 */
export function parseReturnUrl(given: string): ReturnUrl | null {
  if (given.length > LONGEST || !/^https?:\/\/[^/?#@\\]+/.test(given) || hasForbiddenCharacter(given)) return null;
  const url = URL.parse(given);
  const authority = authorityOf(given);
  if (url === null || /[@%]/.test(authority)) return null;
  const host = url.hostname;
  if (isLoopback(host)) {
    // Written out, not `0x7f.1`, which is the same machine to a browser and nothing to a reader.
    if (authority.toLowerCase().replace(/:\d*$/, "") !== host) return null;
  } else if (url.protocol !== "https:" || !isPlainName(host)) return null;
  // Percent-encoding may have made it longer than it was written; the browser has to carry it.
  if (url.href.length > LONGEST) return null;
  return { href: url.href, origin: url.origin, host } as ReturnUrl;
}

/** The host of an `Origin` header; `null` for anything that is not a web origin (RFC 6454), `null` itself included. */
export function originHost(origin: string): string | null {
  const url = URL.parse(origin);
  return url && /^https?:$/.test(url.protocol) && url.origin === origin ? url.hostname : null;
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}

/** The hosts whose verification would cover `host`: itself, then every parent that is still a name of two labels. */
export function coveringHosts(host: string): string[] {
  if (isLoopback(host)) return [host];
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

/** A DNS name as it is registered: labels of letters, digits and inner hyphens, and a last label that is no number. */
function isPlainName(host: string): boolean {
  const labels = host.split(".");
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

function nameOf(part: string): string | undefined {
  return new URLSearchParams(`?${part}`).keys().next().value;
}

function authorityOf(given: string): string {
  return /^https?:\/\/([^/?#]*)/.exec(given)?.[1] ?? "";
}

function hasForbiddenCharacter(given: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
  return /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/.test(given);
}
