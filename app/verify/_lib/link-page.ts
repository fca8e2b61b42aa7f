import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { recordStep } from "#lib/activity/record-step.ts";
import type { StepCode } from "#lib/activity/step.rules.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { inAppBrowserOf } from "#lib/verification/in-app-browser.rules.ts";
import type { LinkState } from "#lib/verification/link-state.ts";
import { HOME, incompletePage, outcomePage } from "../_views/outcome.tsx";
import { startPage, waitingPage } from "../_views/start.tsx";
import { type BrowserCookies, bindBrowser } from "./browser-cookies.ts";
import { actionIn, actionPathOf, type Link } from "./link.ts";

/** The page of each state of a link. */
export async function linkPage(
  request: Request,
  state: LinkState,
  link: Link,
  browser: BrowserCookies,
): Promise<Response> {
  if (state.at === "home") return seeOther(state.url, NO_STORE);
  if (state.at === "purged") return outcomePage(request, "forgotten", { actions: [HOME] });
  const { verification } = state;
  if (verification === null) return incompletePage(request);
  const reference = referenceOf(verification.id);
  switch (state.at) {
    case "open":
      return openLinkPage(request, state, link, browser);
    case "incomplete":
      recordShown(request, verification, "link_incomplete");
      return incompletePage(request, { reference });
    case "too_young": {
      const { shop } = state;
      const cookies = bindBrowser(browser, verification.id);
      const goBack = { name: "goBack" as const, post: actionPathOf(request, link, shop)("leave") };
      return outcomePage(request, "too_young", { shop, reference, cookies, actions: [goBack] });
    }
    case "unavailable": {
      const { shop, home } = state;
      recordShown(request, verification, "shop_unavailable");
      return outcomePage(request, "shop_unavailable", { shop, reference, actions: [{ name: "goBack", href: home }] });
    }
    case "expired":
    case "used": {
      const { at, shop, home } = state;
      const isInProgress = at === "used" && verification.completedAt === null;
      // The callback leads here when the eID sent the visitor back to another browser than the one that claimed the link.
      if (isInProgress && actionIn(request) === "returned")
        return outcomePage(request, "other_browser", { shop, reference, actions: [{ name: "goBack", href: home }] });
      recordShown(request, verification, at);
      const values = at === "expired" ? { minutes: state.openMs / 60_000 } : {};
      return outcomePage(request, at, { shop, reference, values, actions: [{ name: "startAgain", href: home }] });
    }
  }
}

async function openLinkPage(
  request: Request,
  { shop, problem: noted, openUntil, verification }: Extract<LinkState, { at: "open" }>,
  link: Link,
  browser: BrowserCookies,
): Promise<Response> {
  const hasStarted = verification.startedAt !== null;
  const reference = referenceOf(verification.id);
  // Before anything starts: an eID's app cannot send the visitor back into the browser of another app.
  const inApp = hasStarted ? null : inAppBrowserOf(request.headers.get("User-Agent"));
  const actionPath = actionPathOf(request, link, shop);
  if (!hasStarted) recordShown(request, verification, inApp === null ? "opened" : "in_app_browser");
  if (inApp !== null)
    return outcomePage(request, "in_app_browser", {
      shop,
      reference,
      values: { app: inApp },
      actions: [{ name: "cancel", post: actionPath("leave") }],
    });
  const cookies = bindBrowser(browser, verification.id);
  if (!hasStarted) return startPage(request, { shop, openUntil, actionPath, cookies });
  // The callback leads here with an answer that does not say to which check it belongs.
  const problem = noted ?? (actionIn(request) === "refused" ? "eid_refused" : null);
  if (problem === null) {
    const hasChecked = actionIn(request) === "check";
    return waitingPage(request, { shop, openUntil, actionPath, cookies, hasChecked });
  }
  return outcomePage(request, problem, {
    shop,
    reference,
    cookies,
    actions: [
      // An ID without a birth date would fail again in the same way.
      ...(problem === "eid_no_age" ? [] : [{ name: "tryAgain" as const, post: actionPath("confirm") }]),
      { name: "goBack", post: actionPath("leave") },
    ],
  });
}

/**
 * Records that a person sees a page. Only a browser that says so counts: link previews and mail scanners open links too, and
 * browsers load pages ahead of time.
 */
function recordShown(
  { method, headers }: Request,
  verification: Parameters<typeof recordStep>[0],
  code: StepCode,
): void {
  if (method !== "GET" || headers.get("Sec-Fetch-Mode") !== "navigate") return;
  if (headers.has("Sec-Purpose") || headers.has("Purpose")) return;
  recordStep(verification, code);
}
