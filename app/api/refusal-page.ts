import { incompletePage } from "#app/hosted/incomplete.ts";
import { languageOf } from "#app/hosted/language.ts";
import { outcomeScreen, type Screen } from "#app/hosted/screen.tsx";
import { clockTime } from "#app/hosted/words.ts";
import { config } from "#lib/config.ts";
import type { Exhausted } from "#lib/flow/limits.ts";
import type { ProviderId } from "#lib/rules/admission.ts";
import { type Reason, STATUS } from "./reasons.ts";

type Refused = { reason: Reason; given: string | null; exhausted?: Exhausted };

/** A refusal for a person: a small page with the same status. It never links to where it could not verify. */
export async function refusalPage(
  request: Request,
  provider: ProviderId,
  { reason, given, exhausted }: Refused,
  headers: Record<string, string>,
): Promise<Response> {
  const page = await screenFor(request, provider, { reason, given, ...(exhausted && { exhausted }) }, headers);
  return request.method === "HEAD" ? new Response(null, page) : page;
}

function screenFor(
  request: Request,
  provider: ProviderId,
  { reason, given, exhausted }: Refused,
  headers: Record<string, string>,
): Promise<Response> {
  const status = STATUS[reason];
  const { pathname, search } = new URL(request.url);
  const ways: Screen["ways"] = (words) => [{ words: words("action.tryAgain"), href: `${pathname}${search}` }];
  switch (reason) {
    case "rate_limited": {
      const again = new Date(Date.now() + (exhausted?.retryAfterSeconds ?? 60) * 1000);
      const time = clockTime(again, languageOf(request), config().providers.live[provider].timeZone);
      return outcomeScreen(request, "rate_limited", { values: { time }, ways, headers });
    }
    case "plugin_key_unknown":
    case "plugin_key_revoked":
    case "organization_suspended":
    case "subscription_inactive":
    case "spend_cap_reached":
      return outcomeScreen(request, "shop_unavailable", { host: hostOf(given), headers });
    case "domain_not_verified":
      return outcomeScreen(request, "domain_not_verified", { host: hostOf(given), headers });
    case "service_unavailable":
    case "speculative_load":
      return outcomeScreen(request, "internal", { status, ways, headers });
    default:
      return incompletePage(request, reason, status, headers);
  }
}

/** Only ever shown as text. */
function hostOf(given: string | null): string {
  return URL.parse(given ?? "")?.host ?? "";
}
