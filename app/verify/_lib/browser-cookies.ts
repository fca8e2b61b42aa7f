import { randomBytes } from "node:crypto";
import type { RequestHead } from "#app/_http/request-head.ts";
import { callerOf } from "#lib/limits/caller.ts";
import { config } from "#lib/runtime/config.ts";
import { cookieLine, cookieName, cookiesIn, removalLine } from "#lib/runtime/cookie.ts";
import type { Visitor } from "#lib/verification/authorization-attempt.ts";

/**
 * Each check has two cookies, named after it, so that checks in several tabs do not disturb each other. `check`: the secret
 * that binds the check to this browser, removed when the check is over. `return`: the encrypted return URL, for Back and
 * reload. Their names begin with `__Host-`, or are plain on loopback http (contract §2).
 */
type Kind = "check" | "return";

/**
 * Sets how many of each kind one browser keeps; the oldest go first. Opening a link already binds it, so there is room
 * for many: links that are only opened must not unbind a check that is at the eID. An encrypted return URL takes up to 3
 * KB.
 */
const MAX_STORED = { check: 24, return: 4 } as const satisfies Record<Kind, number>;
/** Limits one kind. Many proxies refuse a browser that sends more than 8 KB of cookies, until the cookies expire. */
const MAX_STORED_BYTES = 5_500;

/** Holds what the browser stores for its checks, and all cookies that it sent. */
export type BrowserCookies = Visitor & { cookies: ReadonlyMap<string, string> };

/** A value that we would not have set counts as absent. */
export function readBrowserCookies({ headers }: RequestHead): BrowserCookies {
  const cookies = cookiesIn(headers);
  return {
    cookies,
    secretFor: (id) => /^[A-Za-z0-9_-]{22}$/.exec(cookies.get(nameOf("check", id)) ?? "")?.[0] ?? null,
    encryptedReturnUrlFor: (id) => cookies.get(nameOf("return", id)) ?? null,
    caller: callerOf(headers),
  };
}

/** `Set-Cookie` lines that bind a check to this browser: with the secret that it has for the check, or a new one. */
export function bindBrowser(browser: BrowserCookies, id: string): string[] {
  const secret = browser.secretFor(id) ?? randomBytes(16).toString("base64url");
  return [cookie("check", id, secret), ...withoutOldest("check", id, secret, browser)];
}

/** `Set-Cookie` lines that store the return URL in this browser. */
export function rememberReturnUrl(browser: BrowserCookies, id: string, encryptedReturnUrl: string): string[] {
  return [cookie("return", id, encryptedReturnUrl), ...withoutOldest("return", id, encryptedReturnUrl, browser)];
}

/** `Set-Cookie` lines for the end of a check: the return URL stays, the secret goes. */
export function unbindBrowser(browser: BrowserCookies, id: string, encryptedReturnUrl: string): string[] {
  return [...rememberReturnUrl(browser, id, encryptedReturnUrl), removalLine(nameOf("check", id))];
}

/** The checks that this browser has cookies of, the newest first. */
export function storedChecks({ cookies }: BrowserCookies): string[] {
  const name = new RegExp(`^${nameOf("check", "")}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$`);
  const ids = [...cookies.keys()].flatMap((cookie) => name.exec(cookie)?.slice(1).join("-") ?? []);
  return ids.toSorted().toReversed();
}

/** The encrypted return URLs that this browser stores, the newest first; at most as many as we would have set. */
export function storedReturnUrls({ cookies }: BrowserCookies): string[] {
  return [...cookies]
    .filter(([name]) => name.startsWith(nameOf("return", "")))
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, MAX_STORED.return)
    .map(([, encryptedReturnUrl]) => encryptedReturnUrl);
}

/** Names end in a UUID v7, so they sort by age. `value`: of the cookie that is set now, which always stays. */
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
