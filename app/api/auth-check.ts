import { checkToken } from "#lib/flow/check.ts";
import { faultOf, log } from "#lib/log.ts";
import { readPluginKey } from "#lib/rules/plugin-key.ts";
import { json, rateLimitHeaders, refusalHeaders } from "./answer.ts";
import { pathSegments } from "./path.ts";
import { type Reason, STATUS } from "./reasons.ts";

const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
const NOTHING = { age: null, verified: false };
const RETRY_SECONDS = "5";

/** `GET /api/auth_check/{token}/{device_id}[?plugin_key=…]` (contract §3). For shops' backends: no CORS. */
export async function authCheck(request: Request): Promise<Response> {
  if (request.method !== "GET") return refuse("method_not_allowed", { Allow: "GET" }, request.method);
  const url = new URL(request.url);
  const [token = "", deviceId = ""] = pathSegments(url).slice(2);
  const pluginKeys = url.searchParams.getAll("plugin_key");
  try {
    // Naming two keys names none that exists; leaving the parameter out names none at all.
    const [named] = pluginKeys;
    const pluginKey = named === undefined ? undefined : pluginKeys.length === 1 ? readPluginKey(named) : null;
    const checked = await checkToken({ token, deviceId, pluginKey });
    if (checked.ok) return json(200, checked.verdict, HEADERS);
    return refuse(checked.reason, checked.reason === "rate_limited" ? rateLimitHeaders(checked.exhausted) : {});
  } catch (fault) {
    log.error({ event: "check_failed", ...faultOf(fault) });
    return refuse("service_unavailable", { "Retry-After": RETRY_SECONDS });
  }
}

function refuse(reason: Reason, headers: Record<string, string>, method = "GET"): Response {
  return json(STATUS[reason], NOTHING, { ...HEADERS, ...refusalHeaders(reason), ...headers }, method);
}
