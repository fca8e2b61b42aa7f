import Negotiator from "negotiator";
import { config } from "#lib/config.ts";
import { firstOfOurs, type Language, readLanguage } from "#lib/rules/language.ts";

/** Long enough for one visit. */
const KEPT_SECONDS = 3_600;

/** The language of a page: what the visitor chose, what the shop set for its key, what the browser asks for; or English. */
export function languageOf(request: Request, ofKey: Language | null = null): Language {
  return askedIn(request) ?? keptIn(request) ?? ofKey ?? acceptedBy(request) ?? "en";
}

/** A choice outlives the trip to the eID, whose way back knows nothing of it. */
export function keepLanguage(request: Request): string[] {
  const asked = request.method === "POST" ? null : askedIn(request);
  if (asked === null) return [];
  const secure = config().isHttps ? "; Secure" : "";
  return [`${cookieName()}=${asked}; Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`];
}

/** Where the form that changes the language leads, and what it must take along: never a code of the eID. */
export function changeOf(request: Request): { path: string; kept: [string, string][] } {
  const { pathname, searchParams } = new URL(request.url);
  return { path: pathname, kept: [...searchParams].filter(([name]) => ["session", "state", "domain"].includes(name)) };
}

function askedIn(request: Request): Language | null {
  return readLanguage(new URL(request.url).searchParams.get("lang"));
}

function keptIn({ headers }: Request): Language | null {
  const cookies = (headers.get("Cookie") ?? "").split(/; */);
  return readLanguage(cookies.find((cookie) => cookie.startsWith(`${cookieName()}=`))?.slice(cookieName().length + 1));
}

function acceptedBy({ headers }: Request): Language | null {
  return firstOfOurs(
    new Negotiator({ headers: { "accept-language": headers.get("Accept-Language") ?? undefined } }).languages(),
  );
}

function cookieName(): string {
  return `${config().isHttps ? "__Host-" : ""}ageway-language`;
}
