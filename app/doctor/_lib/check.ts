import { type Answer, inOrder, responseOf } from "#app/_http/answer.ts";
import { argumentsIn } from "#app/_http/api-path.ts";
import { API_HEADERS, rateLimitHeaders, referenceHeader } from "#app/_http/responses.ts";
import { namedKey, refuseAs, verdictAnswer } from "#app/api/_lib/auth-check.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { checkPlayed } from "#lib/gate-test/check.ts";
import { hang } from "#lib/gate-test/hanging.ts";
import type { Run } from "#lib/gate-test/run.ts";
import { callerOf } from "#lib/limits/caller.ts";
import { logFault } from "./fault.ts";
import { runIn } from "./run-in.ts";

const RETRY_LATER = { "Retry-After": "5" };
/** Lists what a token of a true check has a minute. */
const ORDERED_LIMIT = { limit: "token", quota: 60, retryAfterSeconds: 5 } as const;

/** Answers the token check of a run as the true one does (contract §3), or as the token orders it. */
export async function playedCheck(request: Request): Promise<Response> {
  const reference = newReference();
  const refuse = refuseAs(request, reference);
  if (request.method !== "GET") return responseOf(refuse("method_not_allowed", { Allow: "GET" }));
  try {
    const run = await runIn(request);
    return responseOf(run === null ? refuse("token_unknown") : await answerOf(run, request, reference));
  } catch (fault) {
    logFault(fault);
    return responseOf(refuse("service_unavailable", RETRY_LATER));
  }
}

async function answerOf(run: Run, request: Request, reference: string): Promise<Answer> {
  const url = new URL(request.url);
  const refuse = refuseAs(request, reference);
  const [token = "", deviceId = ""] = argumentsIn(url);
  const caller = callerOf(request.headers);
  const effect = checkPlayed(run, { token, deviceId, pluginKey: namedKey(url), caller });
  switch (effect.does) {
    case "answer":
      return verdictAnswer(effect.verdict, reference);
    case "cut":
      return cutShort(verdictAnswer(effect.verdict, reference));
    case "send": {
      const headers = { ...API_HEADERS, ...referenceHeader(reference), "Content-Type": effect.type };
      return { status: effect.status, headers: inOrder(headers), body: effect.text };
    }
    case "hang":
      await hang(run, { device: effect.device, caller }, request.signal);
      return refuse("service_unavailable", RETRY_LATER);
    case "refuse":
      if (effect.reason === "service_unavailable") return refuse(effect.reason, RETRY_LATER);
      if (effect.reason === "token_unknown") return refuse(effect.reason);
      return refuse(effect.reason, rateLimitHeaders("exhausted" in effect ? effect.exhausted : ORDERED_LIMIT));
  }
}

/** Says how long it is, sends the first half, and closes the connection. */
function cutShort({ status, headers, body }: Answer): Answer {
  const text = body ?? "";
  const length = String(Buffer.byteLength(text));
  return {
    status,
    headers: { ...headers, connection: "close", "content-length": length },
    body: text.slice(0, text.length / 2),
  };
}
