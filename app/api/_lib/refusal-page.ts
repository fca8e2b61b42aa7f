import { STATUS } from "#app/_http/reasons.ts";
import type { RequestHead } from "#app/_http/request-head.ts";
import { languageOf } from "#app/verify/_lib/language.ts";
import { clockTime } from "#app/verify/_views/messages.ts";
import { incompletePage, type OutcomeOptions, outcomePage } from "#app/verify/_views/outcome.tsx";
import type { CallRefusal } from "#lib/activity/activity.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { providers } from "#lib/eid/providers.ts";
import type { Exhausted } from "#lib/verification/limits.ts";

/** `given`: the return URL as the caller wrote it. `reference`: what the page asks the visitor to pass on; also in the header. */
type Refused = { reason: CallRefusal; given: string | null; reference: string; exhausted?: Exhausted };

/** The page that a person sees for each reason. */
const PAGES = {
  method_not_allowed: "link_incomplete",
  speculative_load: "internal",
  domain_missing: "link_incomplete",
  age_not_supported: "link_incomplete",
  device_id_invalid: "link_incomplete",
  domain_invalid: "link_incomplete",
  idempotency_key_invalid: "link_incomplete",
  idempotency_key_reused: "link_incomplete",
  rate_limited: "rate_limited",
  plugin_key_unknown: "shop_unavailable",
  plugin_key_revoked: "shop_unavailable",
  plugin_key_paused: "shop_unavailable",
  secret_required: "shop_unavailable",
  organization_suspended: "shop_unavailable",
  eid_not_configured: "shop_unavailable",
  subscription_inactive: "shop_unavailable",
  spend_cap_reached: "shop_unavailable",
  domain_not_verified: "domain_not_verified",
  already_verified: "link_incomplete",
  service_unavailable: "internal",
} as const satisfies Record<CallRefusal, string>;

/** A refusal for a person: a small page with the same status. It never links to a host that is not verified. */
export async function refusalPage(
  request: RequestHead,
  provider: ProviderId,
  refused: Refused,
  headers: Record<string, string>,
): Promise<Response> {
  const page = await pageFor(request, provider, refused, headers);
  return request.method === "HEAD" ? new Response(null, page) : page;
}

function pageFor(
  request: RequestHead,
  provider: ProviderId,
  { reason, given, reference, exhausted }: Refused,
  headers: Record<string, string>,
): Promise<Response> {
  const status = STATUS[reason];
  const { pathname, search } = new URL(request.url);
  const actions: OutcomeOptions["actions"] = (words) => [
    { words: words("action.tryAgain"), href: `${pathname}${search}` },
  ];
  const code = PAGES[reason];
  switch (code) {
    case "rate_limited": {
      const again = new Date(Date.now() + (exhausted?.retryAfterSeconds ?? 60) * 1000);
      const time = clockTime(again, languageOf(request), providers().live[provider]?.timeZone ?? "UTC");
      return outcomePage(request, code, { values: { time }, actions, headers, reference });
    }
    case "shop_unavailable":
    case "domain_not_verified":
      return outcomePage(request, code, { host: hostOf(given), headers, reference });
    case "internal":
      return outcomePage(request, code, { status, actions, headers, reference });
    case "link_incomplete":
      return incompletePage(request, { reason, status, headers, reference });
  }
}

/** Shown as text, never as a link. */
function hostOf(given: string | null): string {
  return URL.parse(given ?? "")?.host ?? "";
}
