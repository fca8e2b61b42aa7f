import Negotiator from "negotiator";
import { isApi } from "#app/_http/path.ts";
import { cookieLine, cookieName, cookiesIn } from "#lib/core/cookie.ts";
import { firstOfOurs, type Language, readLanguage } from "#lib/core/language.rules.ts";

/** Long enough for one visit. */
const COOKIE_SECONDS = 3_600;

/** The language of a page: what the visitor chose, what the shop set for its key, what the browser asks for; or English. */
export function languageOf(request: Request, ofKey: Language | null = null): Language {
  return (
    askedIn(request) ??
    keptIn(request) ??
    ofKey ??
    acceptedIn(request.headers.get("Accept-Language") ?? undefined) ??
    "en"
  );
}

/**
 * A choice outlives the trip to the eID, whose way back knows nothing of it. A button brings the language of its page
 * along; that counts as a choice where one was made before, perhaps another one in another tab.
 */
export function rememberLanguage(request: Request): string[] {
  const asked = askedIn(request);
  if (asked === null || (request.method === "POST" && keptIn(request) === null)) return [];
  return [cookieLine(cookieName("language"), asked, COOKIE_SECONDS)];
}

type Change = { path: string; kept: readonly [name: string, value: string][] };

/**
 * Where the form that changes the language leads: to the same page, and never anywhere that a link could choose. `null`:
 * showing the page again would ask for a new check, so it keeps its language.
 */
export function changeOf(request: Request): Change | null {
  const url = new URL(request.url);
  if (isApi(url)) return null;
  const { pathname, searchParams } = url;
  // Never a code of the eID: it stays out of the page, and is spent once.
  const flow = /^\/verify\/(?:s|b)(\/callback)?$/.exec(pathname);
  const isTaken = ([name, value]: [string, string]) =>
    name === (flow?.[1] ? "state" : "session") || (name === "do" && ["look", "returned"].includes(value));
  return flow ? { path: pathname, kept: [...searchParams].filter(isTaken) } : { path: "/not-found", kept: [] };
}

function askedIn(request: Request): Language | null {
  return readLanguage(new URL(request.url).searchParams.get("lang"));
}

function keptIn({ headers }: Request): Language | null {
  return readLanguage(cookiesIn(headers).get(cookieName("language")));
}

/** Nobody speaks more languages than fit: who sorts what a stranger sends must not have much of it. */
const MAX_ACCEPTED_LENGTH = 1_000;

/** The first language of ours that an `Accept-Language` names, by its qualities. */
export function acceptedIn(header: string | undefined): Language | null {
  const headers = { "accept-language": header?.slice(0, MAX_ACCEPTED_LENGTH) };
  return firstOfOurs(new Negotiator({ headers }).languages());
}
