import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { recordStep } from "#lib/activity/record.ts";
import { claim } from "#lib/verification/claim.ts";
import { leave } from "#lib/verification/leave.ts";
import { linkStateOf } from "#lib/verification/link-state.ts";
import { briefHostOf, outcomePage } from "../_views/document.tsx";
import { guarded } from "./answer-faults.ts";
import { type BrowserCookies, bindBrowser, readVisitor, rememberReturnUrl, unbindBrowser } from "./browser-cookies.ts";
import { show } from "./get.ts";
import { languageOf, rememberLanguage } from "./language.ts";
import { deedPath, linkUrl, type VisitorLink } from "./link.ts";

/** POST: does what the button says, and then looks again, so that a reload repeats nothing. */
export async function postLink(request: Request, link: VisitorLink): Promise<Response> {
  const browser = readVisitor(request);
  const deed = new URL(request.url).searchParams.get("do");
  // The cookie is not sent along from another site; a browser that says so itself is not even asked.
  if (request.headers.get("Sec-Fetch-Site") === "cross-site") return seeOther(linkUrl(link), NO_STORE);
  return guarded(request, link, async () => {
    if (deed === "leave") return postLeave(link, browser);
    if (deed === "confirm") return postConfirm(request, link, browser);
    return seeOther(linkUrl(link), NO_STORE);
  });
}

async function postLeave(link: VisitorLink, browser: BrowserCookies): Promise<Response> {
  const left = await leave(link.provider, link.session, browser);
  if (left.go === "again") return seeOther(linkUrl(link), NO_STORE);
  return seeOther(
    left.url,
    NO_STORE,
    left.ended ? unbindBrowser(browser, left.ended.id, left.ended.encryptedReturnUrl) : [],
  );
}

async function postConfirm(request: Request, link: VisitorLink, browser: BrowserCookies): Promise<Response> {
  const claimed = await claim(link.provider, link.session, browser, languageOf(request));
  switch (claimed.go) {
    case "eid":
      return seeOther(claimed.url.href, NO_STORE, [
        ...rememberReturnUrl(browser, claimed.id, claimed.encryptedReturnUrl),
        ...rememberLanguage(request),
      ]);
    case "no_cookie":
      return askForCookie(request, link, browser);
    case "again":
      return seeOther(linkUrl(link), NO_STORE);
  }
}

async function askForCookie(request: Request, link: VisitorLink, browser: BrowserCookies): Promise<Response> {
  const state = await linkStateOf(link.provider, link.session, browser);
  if (state.at !== "open") return show(request, state, link, browser);
  const { shop, verification } = state;
  const action = deedPath(request, link, shop);
  recordStep(verification, "cookies_blocked");
  return outcomePage(request, "cookies_blocked", {
    shop,
    cookies: bindBrowser(browser, verification.id),
    ways: (words) => [
      { words: words("action.tryAgain"), post: action("confirm") },
      { words: words("action.goBack", { host: briefHostOf(shop) }), post: action("leave") },
    ],
  });
}
