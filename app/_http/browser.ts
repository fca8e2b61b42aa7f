import { config } from "#lib/core/config.ts";
import { cookiesIn } from "#lib/core/cookie.ts";
import type { BrowserInfo } from "#lib/sign-in/auth.ts";
import { browserOf } from "#lib/sign-in/browser.rules.ts";

/** What a browser brought along, of a request of ours. */
export function readBrowserInfo({ headers }: Request): BrowserInfo {
  return { cookies: Object.fromEntries(cookiesIn(headers)), browser: browserOf(headers.get("User-Agent")) };
}

/**
 * Does a page of ours send this? Browsers put the origin on every write; a write without one, or with another, is
 * somebody else's.
 */
export function isFromUs(headers: Headers): boolean {
  return headers.get("Origin") === config().baseUrl;
}

/** Where to go after signing in: a page of the dashboard, or an invitation; nothing that leads away. */
export function nextPath(given: string | null | undefined): string {
  return given && /^\/(?:dashboard|invitation)(?:[/?][\w\-./?=&%~+:,]*)?$/.test(given) && !given.includes("//")
    ? given
    : "/dashboard";
}
