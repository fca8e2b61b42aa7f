import { databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { type Deadline, deadlineIn, VISITOR_MS, withTimeout } from "#lib/runtime/with-timeout.ts";
import type { Shop } from "#lib/verification/link-state.ts";
import { outcomePage } from "../_views/outcome.tsx";
import { languageOf } from "./language.ts";

/** The link that a shop gave its visitor. A GET changes nothing; the page's buttons post to the same address (contract §2). */
export type Link = { provider: ProviderId; session: string };

/** `null`: the request does not name exactly one session. */
export function readLink(request: Request, provider: ProviderId): Link | null {
  const sessions = new URL(request.url).searchParams.getAll("session");
  const [session] = sessions;
  return session === undefined || sessions.length !== 1 ? null : { provider, session };
}

export function linkUrl(link: Link): string {
  return `${config().baseUrl}${linkPath(link)}`;
}

/** The action that the address of a page or of a button names; `null`: none. */
export function actionIn(request: Request): string | null {
  return new URL(request.url).searchParams.get("do");
}

/** The address of an action on this link, in the language in which the visitor read the page. */
export function actionPathOf(request: Request, link: Link, { language }: Shop): (action: string) => string {
  return (action) => linkPath(link, { do: action, lang: languageOf(request, language) });
}

function linkPath({ provider, session }: Link, extra: Record<string, string> = {}): string {
  return `/verify/${provider}?${new URLSearchParams({ session, ...extra })}`;
}

const UNAVAILABLE = { status: 503, headers: { "Ageway-Reason": "service_unavailable", "Retry-After": "5" } };

/** The answer, or a page of ours that says that something went wrong and offers to try again. */
export async function answerOrApologize(
  request: Request,
  link: Link | null,
  answer: (deadline: Deadline) => Promise<Response>,
  ms = VISITOR_MS,
): Promise<Response> {
  try {
    return await withTimeout(ms, answer(deadlineIn(ms)));
  } catch (fault) {
    const known = faultOf(fault);
    const advice = databaseAdvice(known.code);
    log.error({ event: "flow_failed", ...known, advice });
    return outcomePage(request, "internal", {
      actions: link ? [{ name: "tryAgain", href: linkPath(link) }] : [],
      // The database is away, which is no fault of the page's: a proxy may try another machine.
      ...(advice !== undefined && UNAVAILABLE),
    });
  }
}
