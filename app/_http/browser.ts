import { cookiesIn } from "#lib/runtime/cookie.ts";
import { browserOf } from "#lib/sign-in/browser.rules.ts";
import type { BrowserInfo } from "#lib/sign-in/session.ts";

/** Reads what signing in needs to know of a browser: its cookies, and its name for the list of sessions. */
export function readBrowserInfo({ headers }: Request): BrowserInfo {
  return { cookies: Object.fromEntries(cookiesIn(headers)), browser: browserOf(headers.get("User-Agent")) };
}
