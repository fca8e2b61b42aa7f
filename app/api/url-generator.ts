import type { StartRequest } from "#lib/flow/admit.ts";
import type { Exhausted } from "#lib/flow/limits.ts";
import { startVerification } from "#lib/flow/start.ts";
import { faultOf, log } from "#lib/log.ts";
import type { ProviderId } from "#lib/rules/admission.ts";
import type { MinimumAge } from "#lib/rules/age.ts";
import { readLanguage } from "#lib/rules/language.ts";
import { readPluginKey } from "#lib/rules/plugin-key.ts";
import { originHost, parseReturnUrl } from "#lib/rules/return-url.ts";
import { isNavigation, json, rateLimitHeaders, refusalHeaders, seeOther } from "./answer.ts";
import { pathSegments } from "./path.ts";
import { type Reason, STATUS } from "./reasons.ts";
import { refusalPage } from "./refusal-page.ts";

/**
 * What one call came to, before anybody asks in which form the caller wants to hear it. `given`: the return URL as it was
 * written. `home`: the same as a browser writes it, where the visitor may go there.
 */
type Answer =
  | { ok: true; url: string }
  | { ok: false; reason: Reason; given: string | null; home: string | null; exhausted?: Exhausted };

const ALLOW = "GET, OPTIONS";
const RETRY_SECONDS = "5";

/** `GET /api/url_generator_{provider}/{pluginKey}/{device_id}/{age}?domain={return_url}` (contract §1). */
export function urlGenerator(provider: ProviderId) {
  return async (request: Request): Promise<Response> => {
    if (request.method === "OPTIONS") return preflight();
    const answer = await answerTo(provider, request);
    const navigates = isNavigation(request);
    if (answer.ok) {
      const url = inLanguage(answer.url, request);
      return navigates ? seeOther(url, HEADERS) : json(200, { url }, HEADERS);
    }
    const headers = { ...HEADERS, ...refusalHeaders(answer.reason), ...extraHeaders(answer) };
    const sendsHome = STATUS[answer.reason] === 403 && answer.given !== null;
    if (navigates && sendsHome && answer.home !== null) return seeOther(answer.home, headers);
    if (navigates) return refusalPage(request, provider, answer, headers);
    return json(STATUS[answer.reason], { url: sendsHome ? answer.given : null }, headers, request.method);
  };
}

/** A shop in several languages may say which one its visitor reads: `&lang=da` goes along. */
function inLanguage(url: string, request: Request): string {
  const language = readLanguage(new URL(request.url).searchParams.get("lang"));
  return language === null ? url : `${url}&lang=${language}`;
}

/** On every answer. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Ageway-Reason, Retry-After",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  Vary: "Accept, Sec-Fetch-Mode",
};

async function answerTo(provider: ProviderId, request: Request): Promise<Answer> {
  const read = readRequest(provider, request);
  if (!read.ok) return { ...read, given: null, home: null };
  try {
    const started = await startVerification(read.ask);
    if (started.ok) return started;
    return { ...started, given: read.given, home: started.mayReturn ? read.ask.returnUrl.href : null };
  } catch (fault) {
    log.error({ event: "start_failed", ...faultOf(fault) });
    return { ok: false, reason: "service_unavailable", given: null, home: null };
  }
}

type Read = { ok: true; ask: StartRequest; given: string } | { ok: false; reason: Reason };

/** Rules 1 to 6, in the order in which they decide. What leaves here is to the letter; nobody checks it again. */
function readRequest(provider: ProviderId, request: Request): Read {
  const url = new URL(request.url);
  const [pluginKey = "", deviceId = "", age = ""] = pathSegments(url).slice(2);
  const domains = url.searchParams.getAll("domain");
  const [given = ""] = domains;
  if (request.method !== "GET") return refused("method_not_allowed");
  if (isSpeculative(request.headers) || isEmbedded(request.headers)) return refused("speculative_load");
  if (domains.every((domain) => domain === "")) return refused("domain_missing");
  if (age !== "16" && age !== "18") return refused("age_not_supported");
  if (!/^[A-Za-z0-9._~-]{8,128}$/.test(deviceId)) return refused("device_id_invalid");
  const returnUrl = domains.length === 1 ? parseReturnUrl(given) : null;
  if (returnUrl === null) return refused("domain_invalid");
  const idempotencyKey = request.headers.get("Idempotency-Key");
  if (idempotencyKey !== null && (idempotencyKey === "" || idempotencyKey.length > 255))
    return refused("idempotency_key_invalid");
  const origin = request.headers.get("Origin");
  const minimumAge = Number(age) as MinimumAge;
  const ask = {
    provider,
    pluginKey: readPluginKey(pluginKey),
    deviceId,
    minimumAge,
    returnUrl,
    idempotencyKey,
    originHost: origin === null ? undefined : originHost(origin),
  };
  return { ok: true, ask, given };
}

function refused(reason: Reason): Read {
  return { ok: false, reason };
}

/** A browser that only guesses that somebody will go there (Fetch standard, `Sec-Purpose`; older ones say `Purpose`). */
function isSpeculative(headers: Headers): boolean {
  return [headers.get("Sec-Purpose"), headers.get("Purpose")].some((purpose) =>
    /\bprefetch\b|\bprerender\b/i.test(purpose ?? ""),
  );
}

/** An image, a frame, a script: nobody meant to start anything. */
function isEmbedded(headers: Headers): boolean {
  const destination = headers.get("Sec-Fetch-Dest");
  return destination !== null && destination !== "empty" && destination !== "document";
}

function extraHeaders(answer: Extract<Answer, { ok: false }>): Record<string, string> {
  if (answer.reason === "method_not_allowed") return { Allow: ALLOW };
  if (answer.reason === "service_unavailable") return { "Retry-After": RETRY_SECONDS };
  return answer.exhausted ? rateLimitHeaders(answer.exhausted) : {};
}

function preflight(): Response {
  const allowed = {
    Allow: ALLOW,
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "Idempotency-Key",
    "Access-Control-Max-Age": "86400",
  };
  return new Response(null, { status: 204, headers: { ...HEADERS, ...allowed } });
}
