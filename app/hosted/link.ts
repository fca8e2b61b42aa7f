import { seeOther } from "#app/api/answer.ts";
import { config } from "#lib/config.ts";
import { within } from "#lib/deadline.ts";
import { claim } from "#lib/flow/claim.ts";
import { leave } from "#lib/flow/leave.ts";
import { type Shop, type Standing, standingOf } from "#lib/flow/standing.ts";
import { faultOf, log } from "#lib/log.ts";
import type { ProviderId } from "#lib/rules/admission.ts";
import { inAppBrowserOf } from "#lib/rules/in-app-browser.ts";
import { type Guest, keepWayHome, readVisitor, tie, untie } from "./cookies.ts";
import { incompletePage } from "./incomplete.ts";
import { languageOf } from "./language.ts";
import { hostOf, outcomeScreen, startScreen, waitingScreen } from "./screen.tsx";

/** The eID has 20 seconds to answer, the database a few; then the visitor has waited long enough. */
const DEADLINE_MS = 30_000;

const NO_STORE = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

/** The link a visitor was given. Reading it changes nothing; its buttons post back to it (contract §2). */
export type Link = { provider: ProviderId; session: string };

/** `null`: not a link of ours, whatever it is. */
export function readLink(request: Request, provider: string): Link | null {
  const sessions = new URL(request.url).searchParams.getAll("session");
  const [session] = sessions;
  if (session === undefined || sessions.length !== 1 || (provider !== "s" && provider !== "b")) return null;
  return { provider, session };
}

/** GET: shows where the visitor stands. */
export async function showLink(request: Request, link: Link): Promise<Response> {
  const guest = readVisitor(request);
  return guarded(request, link, async () =>
    show(request, await standingOf(link.provider, link.session, guest), link, guest),
  );
}

/** POST: does what the button says, and then looks again, so that a reload repeats nothing. */
export async function pressLink(request: Request, link: Link): Promise<Response> {
  const guest = readVisitor(request);
  const deed = new URL(request.url).searchParams.get("do");
  // The cookie is not sent along from another site; a browser that says so itself is not even asked.
  if (request.headers.get("Sec-Fetch-Site") === "cross-site") return seeOther(linkUrl(link), NO_STORE);
  return guarded(request, link, async () => {
    if (deed === "leave") {
      const left = await leave(link.provider, link.session, guest);
      if (left.go === "again") return seeOther(linkUrl(link), NO_STORE);
      return seeOther(left.url, NO_STORE, left.ended ? untie(guest, left.ended.id, left.ended.ticket) : []);
    }
    const claimed =
      deed === "confirm"
        ? await claim(link.provider, link.session, guest, languageOf(request))
        : { go: "again" as const };
    if (claimed.go === "eid")
      return seeOther(claimed.url.href, NO_STORE, keepWayHome(guest, claimed.id, claimed.ticket));
    if (claimed.go === "no_cookie") return askForCookie(request, link, guest);
    return seeOther(linkUrl(link), NO_STORE);
  });
}

export function linkUrl(link: Link): string {
  return `${config().baseUrl}${linkPath(link)}`;
}

function linkPath({ provider, session }: Link, extra: Record<string, string> = {}): string {
  return `/verify/${provider}?${new URLSearchParams({ session, ...extra })}`;
}

/** Where a button of a page leads: the deed, in the language in which the page was read. */
function deedPath(request: Request, link: Link, { language }: Shop) {
  return (deed: string) => linkPath(link, { do: deed, lang: languageOf(request, language) });
}

async function show(request: Request, standing: Standing, link: Link, guest: Guest): Promise<Response> {
  switch (standing.at) {
    case "home":
      return seeOther(standing.url, NO_STORE);
    case "incomplete":
      return incompletePage(request);
    case "forgotten":
      return outcomeScreen(request, "forgotten");
    case "too_young": {
      const { shop, home } = standing;
      return outcomeScreen(request, "too_young", {
        shop,
        ways: (words) => [{ words: words("action.goBack", { host: hostOf(shop) }), href: home }],
      });
    }
    case "unavailable": {
      const { shop, home } = standing;
      return outcomeScreen(request, "shop_unavailable", {
        shop,
        ways: (words) => [{ words: words("action.goBack", { host: hostOf(shop) }), href: home }],
      });
    }
    case "expired":
    case "used": {
      const { at, shop, home } = standing;
      const values = { minutes: config().lives.flowMs / 60_000 };
      return outcomeScreen(request, at, {
        shop,
        values,
        ways: (words) => [{ words: words("action.startAgain", { host: hostOf(shop) }), href: home }],
      });
    }
    case "open": {
      const { shop, problem, openUntil, verification } = standing;
      const cookies = tie(guest, verification.id);
      const action = deedPath(request, link, shop);
      const inApp = verification.startedAt === null ? inAppBrowserOf(request.headers.get("User-Agent")) : null;
      if (inApp !== null) return inAppPage(request, shop, inApp, action);
      if (verification.startedAt === null) return startScreen(request, { shop, openUntil, action, cookies });
      if (problem === null)
        return waitingScreen(request, {
          shop,
          openUntil,
          action,
          cookies,
          look: linkPath(link, { do: "look" }),
          hasLooked: new URL(request.url).searchParams.get("do") === "look",
        });
      return outcomeScreen(request, problem, {
        shop,
        cookies,
        ways: (words) => [
          // Somebody whose ID has no birth date would only run into the same again.
          ...(problem === "eid_no_age" ? [] : [{ words: words("action.tryAgain"), post: action("confirm") }]),
          { words: words("action.goBack", { host: hostOf(shop) }), post: action("leave") },
        ],
      });
    }
  }
}

/** Before anything starts: an eID's app does not find the way back into an app's own browser. */
function inAppPage(request: Request, shop: Shop, app: string, action: (deed: string) => string): Promise<Response> {
  return outcomeScreen(request, "in_app_browser", {
    shop,
    values: { app },
    ways: (words) => [{ words: words("action.cancel", { host: hostOf(shop) }), post: action("leave") }],
  });
}

async function askForCookie(request: Request, link: Link, guest: Guest): Promise<Response> {
  const standing = await standingOf(link.provider, link.session, guest);
  if (standing.at !== "open") return show(request, standing, link, guest);
  const { shop, verification } = standing;
  const action = deedPath(request, link, shop);
  return outcomeScreen(request, "cookies_blocked", {
    shop,
    cookies: tie(guest, verification.id),
    ways: (words) => [
      { words: words("action.tryAgain"), post: action("confirm") },
      { words: words("action.goBack", { host: hostOf(shop) }), post: action("leave") },
    ],
  });
}

/** A fault of ours is said on a page of ours, with a way to try again. */
export async function guarded(request: Request, link: Link | null, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await within(DEADLINE_MS, answer());
  } catch (fault) {
    log.error({ event: "flow_failed", ...faultOf(fault) });
    return outcomeScreen(request, "internal", {
      ways: (words) => (link ? [{ words: words("action.tryAgain"), href: linkPath(link) }] : []),
    });
  }
}
