import type { RequestHead } from "#app/_http/request-head.ts";
import { languageOf } from "#app/verify/_lib/language.ts";
import { clockTime } from "#app/verify/_views/messages.ts";
import { HOME, incompletePage, type OutcomeAction, outcomePage } from "#app/verify/_views/outcome.tsx";
import { providers } from "#lib/eid/providers.ts";
import { type CallReason, REASONS } from "#lib/reasons/reason.rules.ts";
import type { RefusalPage } from "./generator-answer.ts";
import { formOfRefused, type ShownRefusal } from "./refused-call.ts";

/** A refusal for a person: a small page with the same status. It never links to a host that is not verified. */
export const refusalPage: RefusalPage = async (request, refusal, headers) => {
  const { reason, provider, given, reference, exhausted } = refusal;
  const again =
    REASONS[reason].page === "rate_limited" ? new Date(Date.now() + (exhausted?.retryAfterSeconds ?? 60) * 1000) : null;
  const page = await drawRefusal(request, { reason, provider, given, reference, again }, headers);
  return request.method === "HEAD" ? new Response(null, page) : page;
};

/** Draws it, also a second time in another language. `request`: the call that was refused. */
export function drawRefusal(
  request: RequestHead,
  refusal: ShownRefusal,
  headers: Record<string, string>,
  isShownAgain = false,
): Promise<Response> {
  const { reason, provider, given, reference, again } = refusal;
  const { status, page: code } = REASONS[reason];
  const { pathname, search } = new URL(request.url);
  const shared = { headers, reference, languageForm: formOfRefused(`${pathname}${search}`, refusal) };
  const actions: OutcomeAction[] = [{ name: "tryAgain", href: `${pathname}${search}` }];
  switch (code) {
    case "rate_limited": {
      const timeZone = providers().live[provider]?.timeZone ?? "UTC";
      const time = clockTime(again ?? new Date(), languageOf(request), timeZone);
      return outcomePage(request, code, { ...shared, values: { time }, actions });
    }
    case "shop_unavailable": {
      const explained = isDevelopers(pathname, reason) ? reason : undefined;
      return outcomePage(request, code, { ...shared, host: hostOf(given), actions, explained });
    }
    case "domain_not_verified":
      return outcomePage(request, code, { ...shared, host: hostOf(given), actions: [HOME] });
    case "internal":
      return outcomePage(request, code, { ...shared, status, actions });
    case "link_incomplete":
      return incompletePage(request, { ...shared, reason, status, isShownAgain });
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
