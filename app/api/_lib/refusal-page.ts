import type { RequestHead } from "#app/_http/request-head.ts";
import { languageOf } from "#app/verify/_lib/language.ts";
import { clockTime } from "#app/verify/_views/messages.ts";
import { incompletePage, type OutcomeAction, outcomePage } from "#app/verify/_views/outcome.tsx";
import { providers } from "#lib/eid/providers.ts";
import { type CallReason, REASONS } from "#lib/reasons/reason.rules.ts";
import type { Refusal, RefusalPage } from "./generator-answer.ts";

/** A refusal for a person: a small page with the same status. It never links to a host that is not verified. */
export const refusalPage: RefusalPage = async (request, refusal, headers) => {
  const page = await pageFor(request, refusal, headers);
  return request.method === "HEAD" ? new Response(null, page) : page;
};

function pageFor(
  request: RequestHead,
  { reason, provider, given, reference, exhausted }: Refusal,
  headers: Record<string, string>,
): Promise<Response> {
  const { status, page: code } = REASONS[reason];
  const { pathname, search } = new URL(request.url);
  const actions: OutcomeAction[] = [{ name: "tryAgain", href: `${pathname}${search}` }];
  switch (code) {
    case "rate_limited": {
      const again = new Date(Date.now() + (exhausted?.retryAfterSeconds ?? 60) * 1000);
      const time = clockTime(again, languageOf(request), providers().live[provider]?.timeZone ?? "UTC");
      return outcomePage(request, code, { values: { time }, actions, headers, reference });
    }
    case "shop_unavailable":
    case "domain_not_verified": {
      const explained = isDevelopers(pathname, reason) ? reason : undefined;
      return outcomePage(request, code, { host: hostOf(given), headers, reference, explained });
    }
    case "internal":
      return outcomePage(request, code, { status, actions, headers, reference });
    case "link_incomplete":
      return incompletePage(request, { reason, status, headers, reference });
  }
}

/** An unknown test key is a slip of somebody who builds a shop; a visitor of a live shop is shown no codes. */
function isDevelopers(pathname: string, reason: CallReason): boolean {
  return reason === "plugin_key_unknown" && pathname.includes("/pk_test_");
}

/** Shown as text, never as a link. */
function hostOf(given: string | null): string {
  return URL.parse(given ?? "")?.host ?? "";
}
