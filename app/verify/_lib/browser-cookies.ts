import { randomBytes } from "node:crypto";
import { config } from "#lib/core/config.ts";
import { cookieLine, cookieName, cookiesIn, removalLine } from "#lib/core/cookie.ts";
import type { Visitor } from "#lib/verification/link-state.ts";

/**
 * Two cookies a check, named after it, so that several tabs do not get into each other's way: the secret that ties the
 * check to this browser, removed when it is over, and the sealed way home, for Back and reload. Contract §2: `__Host-`,
 * or a plain name on loopback http.
 */
type Kind = "check" | "return";

/**
 * As many as one browser keeps of each kind; the oldest go first. Opening a link is enough for a tie, so there is room for
 * many, lest links that are only looked at untie a check that is at the eID. A sealed page takes up to 3 KB.
 */
const MAX_STORED = { check: 24, return: 4 } as const satisfies Record<Kind, number>;
/** Of one kind, whatever the pages: many proxies take 8 KB of cookies, and refuse a browser that brings more until they end. */
const MAX_STORED_BYTES = 5_500;

/** A visitor, and the cookies that came along. */
export type BrowserCookies = Visitor & { cookies: ReadonlyMap<string, string> };

/** What the browser brought along. Anything that we would not have set counts as nothing. */
export function readVisitor({ headers }: Request): BrowserCookies {
  const cookies = cookiesIn(headers);
  return {
    cookies,
    secretFor: (id) => /^[A-Za-z0-9_-]{22}$/.exec(cookies.get(nameOf("check", id)) ?? "")?.[0] ?? null,
    encryptedReturnUrlFor: (id) => cookies.get(nameOf("return", id)) ?? null,
  };
}

/** Ties a check to this browser: with the secret it has for it, or a fresh one. */
export function bindBrowser(browser: BrowserCookies, id: string): string[] {
  const secret = browser.secretFor(id) ?? randomBytes(16).toString("base64url");
  return [cookie("check", id, secret), ...withoutOldest("check", id, secret, browser)];
}

/** Keeps the way home in this browser. */
export function rememberReturnUrl(browser: BrowserCookies, id: string, encryptedReturnUrl: string): string[] {
  return [cookie("return", id, encryptedReturnUrl), ...withoutOldest("return", id, encryptedReturnUrl, browser)];
}

/** The check is over: the way home is kept, the tie is cut. */
export function unbindBrowser(browser: BrowserCookies, id: string, encryptedReturnUrl: string): string[] {
  return [...rememberReturnUrl(browser, id, encryptedReturnUrl), removalLine(nameOf("check", id))];
}

/** The encrypted return URLs that this browser keeps, the newest first; never more than we would have set. */
export function returnTickets({ cookies }: BrowserCookies): string[] {
  return [...cookies]
    .filter(([name]) => name.startsWith(nameOf("return", "")))
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, MAX_STORED.return)
    .map(([, encryptedReturnUrl]) => encryptedReturnUrl);
}

/** Names end in a UUID v7, so they sort by age. `value`: of the one that is set now, which is always kept. */
function withoutOldest(kind: Kind, id: string, value: string, { cookies }: BrowserCookies): string[] {
  const own = nameOf(kind, id);
  let bytes = own.length + value.length;
  return [...cookies]
    .filter(([name]) => name.startsWith(nameOf(kind, "")) && name !== own)
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .filter(([name, { length }], n) => {
      bytes += name.length + length;
      return n + 1 >= MAX_STORED[kind] || bytes > MAX_STORED_BYTES;
    })
    .map(([name]) => removalLine(name));
}

function nameOf(kind: Kind, id: string): string {
  return cookieName(`${kind}-${id.replaceAll("-", "")}`);
}

function cookie(kind: Kind, id: string, value: string): string {
  const { linkMs, flowMs, tokenMs } = config().ttl;
  const seconds = Math.ceil((kind === "check" ? linkMs + flowMs : flowMs + tokenMs) / 1000);
  return cookieLine(nameOf(kind, id), value, seconds);
}
