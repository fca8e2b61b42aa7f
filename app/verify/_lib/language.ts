import Negotiator from "negotiator";
import type { RequestHead } from "#app/_http/request-head.ts";
import { firstOfOurs, type Language, readLanguage } from "#lib/core/language.rules.ts";
import { cookieLine, cookieName, cookiesIn } from "#lib/runtime/cookie.ts";

/** Longer than one check takes. */
const COOKIE_SECONDS = 3_600;

/** The language of a page: the visitor's choice, else the shop's for its key, else the browser's, else English. */
export function languageOf(request: RequestHead, ofKey: Language | null = null): Language {
  return (
    requestedIn(request) ??
    rememberedIn(request) ??
    ofKey ??
    acceptedIn(request.headers.get("Accept-Language") ?? undefined) ??
    "en"
  );
}

/**
 * `Set-Cookie` lines that keep a choice while the visitor is at the eID, which does not send it back. A button sends the
 * language of its page; that counts as a choice only where the visitor chose one before, perhaps another one in another tab.
 */
export function rememberLanguage(request: RequestHead): string[] {
  const requested = requestedIn(request);
  if (requested === null || (request.method === "POST" && rememberedIn(request) === null)) return [];
  return [cookieLine(cookieName("language"), requested, COOKIE_SECONDS)];
}

export type LanguageForm = { path: string; fields: readonly [name: string, value: string][] };

/**
 * Makes the form that changes the language. It leads to the same page and to no address that a link could choose. Of a page that
 * answers a call, which the form would make again, the drawer brings another form.
 */
export function languageFormOf(request: RequestHead): LanguageForm {
  const { pathname, searchParams } = new URL(request.url);
  // The eID's code is not among the fields: it can be used once, and the page must not show it.
  const flow = /^(?:\/doctor\/[^/]+|(?:\/doctor\/[^/]+)?\/verify\/[sb](\/callback)?)$/.exec(pathname);
  const isField = ([name, value]: [string, string]) =>
    name === (flow?.[1] ? "state" : "session") || (name === "do" && ["check", "returned", "refused"].includes(value));
  return flow ? { path: pathname, fields: [...searchParams].filter(isField) } : { path: "/not-found", fields: [] };
}

function requestedIn(request: RequestHead): Language | null {
  return readLanguage(new URL(request.url).searchParams.get("lang"));
}

function rememberedIn({ headers }: RequestHead): Language | null {
  return readLanguage(cookiesIn(headers).get(cookieName("language")));
}

/** A stranger writes this header, and sorting takes time that grows with it. */
const MAX_ACCEPTED_LENGTH = 1_000;

/** The first of our languages that an `Accept-Language` names, by its qualities; `null`: it names none. */
export function acceptedIn(header: string | undefined): Language | null {
  const headers = { "accept-language": header?.slice(0, MAX_ACCEPTED_LENGTH) };
  return firstOfOurs(new Negotiator({ headers }).languages());
}
