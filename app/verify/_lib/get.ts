import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { referenceOf } from "#lib/core/reference.ts";
import { ANSWER_MS } from "#lib/core/with-timeout.ts";
import { inAppBrowserOf } from "#lib/verification/in-app-browser.rules.ts";
import { type LinkState, linkStateOf, type Shop } from "#lib/verification/link-state.ts";
import { briefHostOf, outcomePage, startPage, waitingPage } from "../_views/document.tsx";
import { guarded } from "./answer-faults.ts";
import { type BrowserCookies, bindBrowser, readVisitor } from "./browser-cookies.ts";
import { incompletePage } from "./incomplete-page.ts";
import { deedPath, type VisitorLink } from "./link.ts";
import { recordShown } from "./record-step.ts";

/** GET: shows where the visitor stands. */
export async function showLink(request: Request, link: VisitorLink): Promise<Response> {
  const browser = readVisitor(request);
  const answer = async () => show(request, await linkStateOf(link.provider, link.session, browser), link, browser);
  // Nothing but the database is asked.
  return guarded(request, link, answer, ANSWER_MS);
}

/** The page of each standing. */
export async function show(
  request: Request,
  state: LinkState,
  link: VisitorLink,
  browser: BrowserCookies,
): Promise<Response> {
  switch (state.at) {
    case "home":
      return seeOther(state.url, NO_STORE);
    case "incomplete": {
      const { verification } = state;
      if (verification === null) return incompletePage(request);
      recordShown(request, verification, "link_incomplete");
      return incompletePage(request, { reference: referenceOf(verification.id) });
    }
    case "forgotten":
      return outcomePage(request, "forgotten");
    case "too_young": {
      const { shop } = state;
      const action = deedPath(request, link, shop);
      return outcomePage(request, "too_young", {
        shop,
        cookies: bindBrowser(browser, state.verification.id),
        ways: (words) => [{ words: words("action.goBack", { host: briefHostOf(shop) }), post: action("leave") }],
      });
    }
    case "unavailable": {
      const { shop, home } = state;
      recordShown(request, state.verification, "shop_unavailable");
      return outcomePage(request, "shop_unavailable", {
        shop,
        ways: (words) => [{ words: words("action.goBack", { host: briefHostOf(shop) }), href: home }],
      });
    }
    case "expired":
    case "used": {
      const { at, shop, home } = state;
      const isUnderWay = at === "used" && state.verification.completedAt === null;
      if (isUnderWay && deedOf(request) === "returned") return otherBrowserPage(request, state);
      recordShown(request, state.verification, at);
      const values = at === "expired" ? { minutes: state.openMs / 60_000 } : {};
      return outcomePage(request, at, {
        shop,
        values,
        ways: (words) => [{ words: words("action.startAgain", { host: briefHostOf(shop) }), href: home }],
      });
    }
    case "open":
      return showOpen(request, state, link, browser);
  }
}

async function showOpen(
  request: Request,
  { shop, problem, openUntil, verification }: Extract<LinkState, { at: "open" }>,
  link: VisitorLink,
  browser: BrowserCookies,
): Promise<Response> {
  const hasStarted = verification.startedAt !== null;
  const inApp = hasStarted ? null : inAppBrowserOf(request.headers.get("User-Agent"));
  const action = deedPath(request, link, shop);
  if (!hasStarted) recordShown(request, verification, inApp === null ? "opened" : "in_app_browser");
  if (inApp !== null) return inAppPage(request, shop, inApp, action);
  const cookies = bindBrowser(browser, verification.id);
  if (!hasStarted) return startPage(request, { shop, openUntil, action, cookies });
  if (problem === null) {
    const hasLooked = deedOf(request) === "look";
    return waitingPage(request, { shop, openUntil, action, cookies, look: action("look"), hasLooked });
  }
  return outcomePage(request, problem, {
    shop,
    cookies,
    ways: (words) => [
      // Somebody whose ID has no birth date would only run into the same again.
      ...(problem === "eid_no_age" ? [] : [{ words: words("action.tryAgain"), post: action("confirm") }]),
      { words: words("action.goBack", { host: briefHostOf(shop) }), post: action("leave") },
    ],
  });
}

/** The callback leads here when the eID sent the visitor back to another browser than the one that holds the link. */
function otherBrowserPage(request: Request, { shop, home }: { shop: Shop; home: string }): Promise<Response> {
  return outcomePage(request, "other_browser", {
    shop,
    ways: (words) => [{ words: words("action.goBack", { host: briefHostOf(shop) }), href: home }],
  });
}

function deedOf(request: Request): string | null {
  return new URL(request.url).searchParams.get("do");
}

/** Before anything starts: an eID's app does not find the way back into an app's own browser. */
function inAppPage(request: Request, shop: Shop, app: string, action: (deed: string) => string): Promise<Response> {
  return outcomePage(request, "in_app_browser", {
    shop,
    values: { app },
    ways: (words) => [{ words: words("action.cancel", { host: briefHostOf(shop) }), post: action("leave") }],
  });
}
