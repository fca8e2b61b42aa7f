import { config } from "#lib/core/config.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import type { Shop } from "#lib/verification/link-state.ts";
import { languageOf } from "./language.ts";

/** The link a visitor was given. Reading it changes nothing; its buttons post back to it (contract §2). */
export type VisitorLink = { provider: ProviderId; session: string };

/** `null`: not a link of ours, whatever it is. */
export function readLink(request: Request, provider: string): VisitorLink | null {
  const sessions = new URL(request.url).searchParams.getAll("session");
  const [session] = sessions;
  if (session === undefined || sessions.length !== 1 || (provider !== "s" && provider !== "b")) return null;
  return { provider, session };
}

export function linkUrl(link: VisitorLink): string {
  return `${config().baseUrl}${linkPath(link)}`;
}

export function linkPath({ provider, session }: VisitorLink, extra: Record<string, string> = {}): string {
  return `/verify/${provider}?${new URLSearchParams({ session, ...extra })}`;
}

/** Where a button of a page leads: the deed, in the language in which the page was read. */
export function deedPath(request: Request, link: VisitorLink, { language }: Shop) {
  return (deed: string) => linkPath(link, { do: deed, lang: languageOf(request, language) });
}
