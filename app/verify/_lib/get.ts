import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { referenceOf } from "#lib/core/reference.ts";
import { ANSWER_MS } from "#lib/core/with-timeout.ts";
import { inAppBrowserOf } from "#lib/verification/in-app-browser.rules.ts";
import { type Shop, type Standing, standingOf } from "#lib/verification/link-state.ts";
import { briefHostOf, outcomeScreen, startScreen, waitingScreen } from "../_views/document.tsx";
import { guarded } from "./answer-faults.ts";
import { type Guest, readVisitor, tie } from "./browser-cookies.ts";
import { incompletePage } from "./incomplete-page.ts";
import { deedPath, type Link } from "./link.ts";
import { recordSeen } from "./record-step.ts";

/** GET: shows where the visitor stands. */
export async function showLink(request: Request, link: Link): Promise<Response> {
  const guest = readVisitor(request);
  const answer = async () => show(request, await standingOf(link.provider, link.session, guest), link, guest);
  // Nothing but the database is asked.
  return guarded(request, link, answer, ANSWER_MS);
}

/** The page of each standing. */
export async function show(request: Request, standing: Standing, link: Link, guest: Guest): Promise<Response> {
  switch (standing.at) {
    case "home":
      return seeOther(standing.url, NO_STORE);
    case "incomplete": {
      const { verification } = standing;
      if (verification === null) return incompletePage(request);
      recordSeen(request, verification, "link_incomplete");
      return incompletePage(request, { reference: referenceOf(verification.id) });
    }
    case "forgotten":
      return outcomeScreen(request, "forgotten");
    case "too_young": {
      const { shop } = standing;
      const action = deedPath(request, link, shop);
      return outcomeScreen(request, "too_young", {
        shop,
        cookies: tie(guest, standing.verification.id),
        ways: (words) => [{ words: words("action.goBack", { host: briefHostOf(shop) }), post: action("leave") }],
      });
    }
    case "unavailable": {
      const { shop, home } = standing;
      recordSeen(request, standing.verification, "shop_unavailable");
      return outcomeScreen(request, "shop_unavailable", {
        shop,
        ways: (words) => [{ words: words("action.goBack", { host: briefHostOf(shop) }), href: home }],
      });
    }
    case "expired":
    case "used": {
      const { at, shop, home } = standing;
      const isUnderWay = at === "used" && standing.verification.completedAt === null;
      if (isUnderWay && deedOf(request) === "returned") return otherBrowserPage(request, standing);
      recordSeen(request, standing.verification, at);
      const values = at === "expired" ? { minutes: standing.openMs / 60_000 } : {};
      return outcomeScreen(request, at, {
        shop,
        values,
        ways: (words) => [{ words: words("action.startAgain", { host: briefHostOf(shop) }), href: home }],
      });
    }
    case "open":
      return showOpen(request, standing, link, guest);
  }
}

async function showOpen(
  request: Request,
  { shop, problem, openUntil, verification }: Extract<Standing, { at: "open" }>,
  link: Link,
  guest: Guest,
): Promise<Response> {
  const hasStarted = verification.startedAt !== null;
  const inApp = hasStarted ? null : inAppBrowserOf(request.headers.get("User-Agent"));
  const action = deedPath(request, link, shop);
  if (!hasStarted) recordSeen(request, verification, inApp === null ? "opened" : "in_app_browser");
  if (inApp !== null) return inAppPage(request, shop, inApp, action);
  const cookies = tie(guest, verification.id);
  if (!hasStarted) return startScreen(request, { shop, openUntil, action, cookies });
  if (problem === null) {
    const hasLooked = deedOf(request) === "look";
    return waitingScreen(request, { shop, openUntil, action, cookies, look: action("look"), hasLooked });
  }
  return outcomeScreen(request, problem, {
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
  return outcomeScreen(request, "other_browser", {
    shop,
    ways: (words) => [{ words: words("action.goBack", { host: briefHostOf(shop) }), href: home }],
  });
}

function deedOf(request: Request): string | null {
  return new URL(request.url).searchParams.get("do");
}

/** Before anything starts: an eID's app does not find the way back into an app's own browser. */
function inAppPage(request: Request, shop: Shop, app: string, action: (deed: string) => string): Promise<Response> {
  return outcomeScreen(request, "in_app_browser", {
    shop,
    values: { app },
    ways: (words) => [{ words: words("action.cancel", { host: briefHostOf(shop) }), post: action("leave") }],
  });
}
