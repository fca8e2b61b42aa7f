import { STATUS } from "#app/_http/reasons.ts";
import { incompletePage } from "#app/verify/_lib/incomplete-page.ts";
import { languageOf } from "#app/verify/_lib/language.ts";
import { outcomePage, type Page } from "#app/verify/_views/document.tsx";
import { clockTime } from "#app/verify/_views/messages.ts";
import type { CallRefusal } from "#lib/activity/activity.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { providers } from "#lib/eid/providers.ts";
import type { Exhausted } from "#lib/verification/limits.ts";

/** `given`: the return URL as it was written. `reference`: what the page asks the visitor to pass on, if it does; the header says it, too. */
type Refused = { reason: CallRefusal; given: string | null; reference: string; exhausted?: Exhausted };

/** Which page tells a person of which reason. */
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
  subscription_inactive: "shop_unavailable",
  spend_cap_reached: "shop_unavailable",
  domain_not_verified: "domain_not_verified",
  already_verified: "link_incomplete",
  service_unavailable: "internal",
} as const satisfies Record<CallRefusal, string>;

/** A refusal for a person: a small page with the same status. It never links to where it could not verify. */
export async function refusalPage(
  request: Request,
  provider: ProviderId,
  refused: Refused,
  headers: Record<string, string>,
): Promise<Response> {
  const page = await pageFor(request, provider, refused, headers);
  return request.method === "HEAD" ? new Response(null, page) : page;
}

function pageFor(
  request: Request,
  provider: ProviderId,
  { reason, given, reference, exhausted }: Refused,
  headers: Record<string, string>,
): Promise<Response> {
  const status = STATUS[reason];
  const { pathname, search } = new URL(request.url);
  const ways: Page["ways"] = (words) => [{ words: words("action.tryAgain"), href: `${pathname}${search}` }];
  const screen = PAGES[reason];
  switch (screen) {
    case "rate_limited": {
      const again = new Date(Date.now() + (exhausted?.retryAfterSeconds ?? 60) * 1000);
      const time = clockTime(again, languageOf(request), providers().live[provider].timeZone);
      return outcomePage(request, screen, { values: { time }, ways, headers });
    }
    case "shop_unavailable":
    case "domain_not_verified":
      return outcomePage(request, screen, { host: hostOf(given), headers });
    case "internal":
      return outcomePage(request, screen, { status, ways, headers });
    case "link_incomplete":
      return incompletePage(request, { reason, status, headers, reference });
  }
}

/** Only ever shown as text. */
function hostOf(given: string | null): string {
  return URL.parse(given ?? "")?.host ?? "";
}
