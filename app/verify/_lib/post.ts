import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { recordStep } from "#lib/activity/record.ts";
import { claim } from "#lib/verification/claim.ts";
import { leave } from "#lib/verification/leave.ts";
import { standingOf } from "#lib/verification/link-state.ts";
import { briefHostOf, outcomeScreen } from "../_views/document.tsx";
import { guarded } from "./answer-faults.ts";
import { type Guest, keepWayHome, readVisitor, tie, untie } from "./browser-cookies.ts";
import { show } from "./get.ts";
import { keepLanguage, languageOf } from "./language.ts";
import { deedPath, type Link, linkUrl } from "./link.ts";

/** POST: does what the button says, and then looks again, so that a reload repeats nothing. */
export async function pressLink(request: Request, link: Link): Promise<Response> {
  const guest = readVisitor(request);
  const deed = new URL(request.url).searchParams.get("do");
  // The cookie is not sent along from another site; a browser that says so itself is not even asked.
  if (request.headers.get("Sec-Fetch-Site") === "cross-site") return seeOther(linkUrl(link), NO_STORE);
  return guarded(request, link, async () => {
    if (deed === "leave") return pressLeave(link, guest);
    if (deed === "confirm") return pressConfirm(request, link, guest);
    return seeOther(linkUrl(link), NO_STORE);
  });
}

async function pressLeave(link: Link, guest: Guest): Promise<Response> {
  const left = await leave(link.provider, link.session, guest);
  if (left.go === "again") return seeOther(linkUrl(link), NO_STORE);
  return seeOther(left.url, NO_STORE, left.ended ? untie(guest, left.ended.id, left.ended.ticket) : []);
}

async function pressConfirm(request: Request, link: Link, guest: Guest): Promise<Response> {
  const claimed = await claim(link.provider, link.session, guest, languageOf(request));
  switch (claimed.go) {
    case "eid":
      return seeOther(claimed.url.href, NO_STORE, [
        ...keepWayHome(guest, claimed.id, claimed.ticket),
        ...keepLanguage(request),
      ]);
    case "no_cookie":
      return askForCookie(request, link, guest);
    case "again":
      return seeOther(linkUrl(link), NO_STORE);
  }
}

async function askForCookie(request: Request, link: Link, guest: Guest): Promise<Response> {
  const standing = await standingOf(link.provider, link.session, guest);
  if (standing.at !== "open") return show(request, standing, link, guest);
  const { shop, verification } = standing;
  const action = deedPath(request, link, shop);
  recordStep(verification, "cookies_blocked");
  return outcomeScreen(request, "cookies_blocked", {
    shop,
    cookies: tie(guest, verification.id),
    ways: (words) => [
      { words: words("action.tryAgain"), post: action("confirm") },
      { words: words("action.goBack", { host: briefHostOf(shop) }), post: action("leave") },
    ],
  });
}
