import { isDecodable } from "#lib/base/decodable.rules.ts";
import { isAddress, isDevelopmentHost, isLoopback, isPlainName, MAX_HOST_LENGTH } from "#lib/base/host.rules.ts";
import type { DetailOf } from "#lib/reasons/reason.rules.ts";

declare const checked: unique symbol;

/** Holds the page that a visitor returns to. Only `readReturnUrl` makes it. `href`: as a browser normalizes it. */
export type ReturnUrl = {
  readonly href: string;
  readonly origin: string;
  readonly host: string;
  readonly [checked]: true;
};

/** Names a flaw of a return URL, or of the query that holds it (contract §1, rule 6). */
export type ReturnUrlFlaw = DetailOf<"domain_invalid">;

const MAX_LENGTH = 2048;
/**
 * Contract §1, rule 6. Refuses the spellings on which URL parsers differ, so that this parser, a proxy and a person who reads
 * a log see the same host. `isTest`: of a test key, which may also return to a developer's machine or network, and by http.
 */
export function readReturnUrl(given: string, isTest: boolean): ReturnUrl | ReturnUrlFlaw {
  const host = given.length <= MAX_LENGTH ? normalHostOf(given) : null;
  if (host !== null) return { href: given, origin: `https://${host}`, host } as ReturnUrl;
  const flaw = flawOfText(given);
  if (flaw !== null) return flaw;
  const url = URL.parse(given);
  if (url === null) return "host_invalid";
  const { hostname } = url;
  // Refuses `0x7f.1`, which a browser reads as 127.0.0.1.
  const isAsWritten = authorityOf(given).toLowerCase().replace(/:\d*$/, "") === hostname;
  const isLocal = isLoopback(hostname) || (isTest && isDevelopmentHost(hostname));
  if (isAddress(hostname)) {
    if (!isLocal || !isAsWritten) return "address_not_name";
  } else if (isLoopback(hostname) ? !isAsWritten : !isPlainName(hostname)) return "host_invalid";
  if (!isLocal && url.protocol !== "https:") return "not_https";
  // Percent-encoding may have made it longer.
  if (url.href.length > MAX_LENGTH) return "too_long";
  return { href: url.href, origin: url.origin, host: hostname } as ReturnUrl;
}

/**
 * A URL as most shops write theirs: https, a plain name, and no character or dot that a parser would write otherwise. Its last
 * label begins with a letter, so it is no address. It is not in Punycode, of which Node 22 refuses what Node 24 takes.
 */
const NORMAL =
  /^https:\/\/((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(\/[\w\-~!$&()*+,;=:@/.%]*)(?:\?[\w\-~!$&()*+,;=:@/.%?]*)?(?:#[\w\-~!$&()*+,;=:@/.%?]*)?$/;

/** The host of a URL that is in normal form already; `null`: it has to be parsed. Parsing takes five times as long as this. */
function normalHostOf(given: string): string | null {
  const [, host = "", path = ""] = NORMAL.exec(given) ?? [];
  if (host === "" || host.length > MAX_HOST_LENGTH || host.includes("xn--")) return null;
  // Dots alone, also encoded ones, go up the path.
  return path.includes("/.") || /%2e/i.test(path) ? null : host;
}

/** Reads the return URL of a live key; `null`: it has a flaw. */
export function parseReturnUrl(given: string): ReturnUrl | null {
  const read = readReturnUrl(given, false);
  return typeof read === "string" ? null : read;
}

/** Finds the flaw that the text shows before it is parsed. */
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
  // A percent sign without two digits decodes nowhere, and is none of UTF-8's business.
  return (
    isDecodable(rawQuery) || [...rawQuery.matchAll(/(?:%[0-9a-f]{2})+/gi)].every(([escapes]) => isDecodable(escapes))
  );
}

function authorityOf(given: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(given)?.[1] ?? "";
}

function hasSpaceOrControl(given: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
  return /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/.test(given);
}
