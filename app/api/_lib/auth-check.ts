import { type Answer, inOrder, JSON_HEADERS, jsonAnswer } from "#app/_http/answer.ts";
import { argumentsIn, isTestAddress } from "#app/_http/api-path.ts";
import { refusalAnswer } from "#app/_http/problem.ts";
import type { RequestHead } from "#app/_http/request-head.ts";
import { API_HEADERS, rateLimitHeaders, referenceHeader, refusalHeaders } from "#app/_http/responses.ts";
import { recordCheck } from "#lib/activity/record.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import type { Reason } from "#lib/reasons/reason.rules.ts";
import { answeredInTime, CallerGoneError } from "#lib/runtime/with-timeout.ts";
import { checkToken } from "#lib/verification/check.ts";
import type { Verdict } from "#lib/verification/token.rules.ts";

const NOTHING = { age: null, verified: false };
const RETRY_LATER = { "Retry-After": "5" };
const HEADERS = inOrder({ ...API_HEADERS, ...JSON_HEADERS, ...referenceHeader("") });

/** `GET /api/auth_check/{token}/{device_id}[?plugin_key=…]` (contract §3). For shops' backends: no CORS. */
export async function authCheck(request: RequestHead): Promise<Answer> {
  const url = new URL(request.url);
  const pluginKey = namedKey(url);
  const reference = newReference();
  const refuse = refuseAs(request, reference);
  if (request.method !== "GET") {
    if (!["HEAD", "OPTIONS"].includes(request.method))
      recordCheck({ pluginKey, code: "method_not_allowed", reference });
    return refuse("method_not_allowed", { Allow: "GET" });
  }
  const [token = "", deviceId = ""] = argumentsIn(url);
  try {
    const question = { token, deviceId, pluginKey, once: isOnce(url), isTestAddress: isTestAddress(url) };
    const checked = await answeredInTime(() => checkToken(question, reference));
    if (checked.ok) return verdictAnswer(checked.verdict, reference);
    return refuse(checked.reason, checked.reason === "rate_limited" ? rateLimitHeaders(checked.exhausted) : {});
  } catch (fault) {
    if (fault instanceof CallerGoneError) throw fault;
    log.error({ event: "check_failed", ...faultOf(fault) });
    recordCheck({ pluginKey, code: "service_unavailable", reference });
    return refuse("service_unavailable", RETRY_LATER);
  }
}

export function verdictAnswer(verdict: Verdict, reference: string): Answer {
  return jsonAnswer(200, verdict, { ...HEADERS, "ageway-reference": reference });
}

/** `null`: it names two keys, or something that cannot be one; `undefined`: it names none. */
export function namedKey({ searchParams }: URL): string | null | undefined {
  const [named, ...others] = searchParams.getAll("plugin_key");
  if (named === undefined) return undefined;
  return others.length === 0 ? readPluginKey(named) : null;
}

/** `once=1`. Any other value than 0 counts as 1 too: the stricter reading never lets the same proof in twice. */
function isOnce({ searchParams }: URL): boolean {
  return searchParams.getAll("once").some((once) => once !== "0");
}

/** Says how a question is refused, whatever the reason: by the body of a no, or as problem details with that body in them. */
export function refuseAs(request: RequestHead, reference: string) {
  return (reason: Reason, headers: Record<string, string> = {}): Answer => {
    const all = {
      ...API_HEADERS,
      ...referenceHeader(reference),
      ...refusalHeaders(reason),
      ...headers,
      Vary: "Accept",
    };
    return refusalAnswer(request, { reason, reference }, NOTHING, all);
  };
}
