import { incompletePage } from "#app/hosted/incomplete.ts";
import { outcomeScreen } from "#app/hosted/screen.tsx";
import { clockTime, DEFAULT_LOCALE } from "#app/hosted/words.ts";
import { config } from "#lib/config.ts";
import type { Exhausted } from "#lib/flow/limits.ts";
import { type Reason, STATUS } from "./reasons.ts";

type Refused = { reason: Reason; given: string | null; exhausted?: Exhausted };

/** A refusal for a person: a small page with the same status. It never links to where it could not verify. */
export async function refusalPage(
  { reason, given, exhausted }: Refused,
  method: string,
  headers: Record<string, string>,
): Promise<Response> {
  const page = await screenFor({ reason, given, ...(exhausted && { exhausted }) }, headers);
  return method === "HEAD" ? new Response(null, page) : page;
}

function screenFor({ reason, given, exhausted }: Refused, headers: Record<string, string>): Promise<Response> {
  const status = STATUS[reason];
  switch (reason) {
    case "rate_limited": {
      const again = new Date(Date.now() + (exhausted?.retryAfterSeconds ?? 60) * 1000);
      const time = clockTime(again, DEFAULT_LOCALE, config().providers.live.s.timeZone);
      return outcomeScreen("rate_limited", { values: { time }, headers });
    }
    case "plugin_key_unknown":
    case "plugin_key_revoked":
    case "organization_suspended":
    case "subscription_inactive":
    case "spend_cap_reached":
      return outcomeScreen("shop_unavailable", { host: hostOf(given), headers });
    case "domain_not_verified":
      return outcomeScreen("domain_not_verified", { host: hostOf(given), headers });
    case "service_unavailable":
    case "speculative_load":
      return outcomeScreen("internal", { status, headers });
    default:
      return incompletePage(reason, status, headers);
  }
}

/** Only ever shown as text. */
function hostOf(given: string | null): string {
  return URL.parse(given ?? "")?.host ?? "";
}
