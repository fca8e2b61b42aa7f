import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { recordStep } from "#lib/activity/record-step.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { ANSWER_MS, type Deadline } from "#lib/runtime/with-timeout.ts";
import { claim } from "#lib/verification/claim.ts";
import { leave } from "#lib/verification/leave.ts";
import { linkStateOf } from "#lib/verification/link-state.ts";
import {
  type BrowserCookies,
  bindBrowser,
  readBrowserCookies,
  rememberReturnUrl,
  unbindBrowser,
} from "../_lib/browser-cookies.ts";
import { languageOf, rememberLanguage } from "../_lib/language.ts";
import { actionIn, actionPathOf, answerOrApologize, type Link, linkUrl, readLink } from "../_lib/link.ts";
import { linkPage } from "../_lib/link-page.ts";
import { notFound } from "../_lib/not-found.ts";
import { incompletePage, outcomePage } from "../_views/outcome.tsx";

type Context = { params: Promise<{ provider: string }> };

async function handle(request: Request, { params }: Context): Promise<Response> {
  const { provider } = await params;
  if (provider !== "s" && provider !== "b") return notFound(request);
  const link = readLink(request, provider);
  if (link === null) return incompletePage(request);
  return request.method === "POST" ? post(request, link) : show(request, link);
}

export { handle as GET, handle as HEAD, handle as POST };

/** Shows where the visitor stands. Changes nothing, and asks the database alone. */
async function show(request: Request, link: Link): Promise<Response> {
  const browser = readBrowserCookies(request);
  const answer = async () => linkPage(request, await linkStateOf(link.provider, link.session, browser), link, browser);
  return answerOrApologize(request, link, answer, ANSWER_MS);
}

/** Does what the button says and redirects to the link, so that a reload repeats nothing. */
async function post(request: Request, link: Link): Promise<Response> {
  const browser = readBrowserCookies(request);
  const action = actionIn(request);
  // A browser does not send the cookie from another site; one that names another site is refused at once.
  if (request.headers.get("Sec-Fetch-Site") === "cross-site") return seeOther(linkUrl(link), NO_STORE);
  return answerOrApologize(request, link, async (deadline) => {
    if (action === "leave") return postLeave(link, browser);
    if (action === "confirm") return postConfirm(request, link, browser, deadline);
    return seeOther(linkUrl(link), NO_STORE);
  });
}

async function postLeave(link: Link, browser: BrowserCookies): Promise<Response> {
  const left = await leave(link.provider, link.session, browser);
  if (left.go === "again") return seeOther(linkUrl(link), NO_STORE);
  const cookies = left.ended ? unbindBrowser(browser, left.ended.id, left.ended.encryptedReturnUrl) : [];
  return seeOther(left.url, NO_STORE, cookies);
}

async function postConfirm(
  request: Request,
  link: Link,
  browser: BrowserCookies,
  deadline: Deadline,
): Promise<Response> {
  const claimed = await claim(link.provider, link.session, browser, languageOf(request), deadline);
  switch (claimed.go) {
    case "eid":
      return seeOther(claimed.url.href, NO_STORE, [
        ...rememberReturnUrl(browser, claimed.id, claimed.encryptedReturnUrl),
        ...rememberLanguage(request),
      ]);
    case "no_cookie":
      return offerAgain(request, "cookies_blocked", link, browser);
    case "no_room":
      return offerAgain(request, "shop_unavailable", link, browser);
    case "again":
      return seeOther(linkUrl(link), NO_STORE);
  }
}

/**
 * The page of a link that could not be claimed, and that can be tried again: the browser keeps no cookies (it is sent one once
 * more), or the shop's cap has no room while other visitors are at the eID.
 */
async function offerAgain(
  request: Request,
  code: "cookies_blocked" | "shop_unavailable",
  link: Link,
  browser: BrowserCookies,
): Promise<Response> {
  const state = await linkStateOf(link.provider, link.session, browser);
  if (state.at !== "open") return linkPage(request, state, link, browser);
  const { shop, verification } = state;
  const actionPath = actionPathOf(request, link, shop);
  recordStep(verification, code);
  return outcomePage(request, code, {
    shop,
    reference: referenceOf(verification.id),
    cookies: bindBrowser(browser, verification.id),
    actions: [
      { name: "tryAgain", post: actionPath("confirm") },
      { name: "goBack", post: actionPath("leave") },
    ],
  });
}
