import { seeOther } from "#app/api/answer.ts";
import { config } from "#lib/config.ts";
import { within } from "#lib/deadline.ts";
import { claim } from "#lib/flow/claim.ts";
import { leave } from "#lib/flow/leave.ts";
import { type Standing, standingOf } from "#lib/flow/standing.ts";
import { faultOf, log } from "#lib/log.ts";
import type { ProviderId } from "#lib/rules/admission.ts";
import { type Guest, keepWayHome, readVisitor, tie, untie } from "./cookies.ts";
import { incompletePage } from "./incomplete.ts";
import { hostOf, outcomeScreen, startScreen } from "./screen.tsx";
import { DEFAULT_LOCALE } from "./words.ts";

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
  return guarded(link, async () => show(await standingOf(link.provider, link.session, guest), link, guest));
}

/** POST: does what the button says, and then looks again, so that a reload repeats nothing. */
export async function pressLink(request: Request, link: Link): Promise<Response> {
  const guest = readVisitor(request);
  const deed = new URL(request.url).searchParams.get("do");
  // The cookie is not sent along from another site; a browser that says so itself is not even asked.
  if (request.headers.get("Sec-Fetch-Site") === "cross-site") return seeOther(linkUrl(link), NO_STORE);
  return guarded(link, async () => {
    if (deed === "leave") {
      const left = await leave(link.provider, link.session, guest);
      if (left.go === "again") return seeOther(linkUrl(link), NO_STORE);
      return seeOther(left.url, NO_STORE, left.ended ? untie(guest, left.ended.id, left.ended.ticket) : []);
    }
    const claimed =
      deed === "confirm" ? await claim(link.provider, link.session, guest, DEFAULT_LOCALE) : { go: "again" as const };
    if (claimed.go === "eid")
      return seeOther(claimed.url.href, NO_STORE, keepWayHome(guest, claimed.id, claimed.ticket));
    if (claimed.go === "no_cookie") return askForCookie(link, guest);
    return seeOther(linkUrl(link), NO_STORE);
  });
}

export function linkUrl({ provider, session }: Link, deed?: string): string {
  return `${config().baseUrl}${linkPath({ provider, session }, deed)}`;
}

function linkPath({ provider, session }: Link, deed?: string): string {
  return `/verify/${provider}?session=${encodeURIComponent(session)}${deed === undefined ? "" : `&do=${deed}`}`;
}

async function show(standing: Standing, link: Link, guest: Guest): Promise<Response> {
  const action = (deed: string) => linkPath(link, deed);
  switch (standing.at) {
    case "home":
      return seeOther(standing.url, NO_STORE);
    case "incomplete":
      return incompletePage();
    case "forgotten":
      return outcomeScreen("forgotten");
    case "too_young": {
      const { shop, home } = standing;
      return outcomeScreen("too_young", {
        shop,
        ways: (words) => [{ words: words("action.goBack", { host: hostOf(shop) }), href: home }],
      });
    }
    case "unavailable": {
      const { shop, home } = standing;
      return outcomeScreen("shop_unavailable", {
        shop,
        ways: (words) => [{ words: words("action.goBack", { host: hostOf(shop) }), href: home }],
      });
    }
    case "expired":
    case "used": {
      const { at, shop, home } = standing;
      const values = { minutes: config().lives.flowMs / 60_000 };
      return outcomeScreen(at, {
        shop,
        values,
        ways: (words) => [{ words: words("action.startAgain", { host: hostOf(shop) }), href: home }],
      });
    }
    case "open": {
      const { shop, problem, openUntil, verification } = standing;
      const cookies = tie(guest, verification.id);
      if (problem === null) return startScreen(shop, openUntil, action, cookies);
      return outcomeScreen(problem, {
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

async function askForCookie(link: Link, guest: Guest): Promise<Response> {
  const standing = await standingOf(link.provider, link.session, guest);
  if (standing.at !== "open") return show(standing, link, guest);
  const { shop, verification } = standing;
  return outcomeScreen("cookies_blocked", {
    shop,
    cookies: tie(guest, verification.id),
    ways: (words) => [
      { words: words("action.tryAgain"), post: linkPath(link, "confirm") },
      { words: words("action.goBack", { host: hostOf(shop) }), post: linkPath(link, "leave") },
    ],
  });
}

/** A fault of ours is said on a page of ours, with a way to try again. */
export async function guarded(link: Link | null, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await within(DEADLINE_MS, answer());
  } catch (fault) {
    log.error({ event: "flow_failed", ...faultOf(fault) });
    return outcomeScreen("internal", {
      ways: (words) => (link ? [{ words: words("action.tryAgain"), href: linkPath(link) }] : []),
    });
  }
}
