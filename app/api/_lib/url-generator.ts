import { type Answer, type Endpoint, inOrder, JSON_HEADERS, jsonAnswer } from "#app/_http/answer.ts";
import { refusalAnswer } from "#app/_http/problem.ts";
import { type Cause, STATUS } from "#app/_http/reasons.ts";
import { API_HEADERS, CORS_HEADERS, rateLimitHeaders, referenceHeader, refusalHeaders } from "#app/_http/responses.ts";
import { readBrowserCookies, storedReturnUrls } from "#app/verify/_lib/browser-cookies.ts";
import type { CallRefusal } from "#lib/activity/activity.rules.ts";
import { recordCall } from "#lib/activity/record.ts";
import { faultOf, log } from "#lib/core/log.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { newReference, referenceOf } from "#lib/core/reference.ts";
import { noteShop } from "#lib/core/request-context.ts";
import { ANSWER_MS, withTimeout } from "#lib/core/with-timeout.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";
import { type Exhausted, shopOfKey } from "#lib/verification/limits.ts";
import { returnOfVerified } from "#lib/verification/return-verified.ts";
import { startVerification } from "#lib/verification/start.ts";
import { type ReadCall, readCall } from "./read-call.ts";
import { refusalPage } from "./refusal-page.ts";

/**
 * The outcome of a call, before it takes the form that the caller reads. `given`: the return URL as the caller wrote it.
 * `home`: the same URL in normal form; `null` where the visitor may not be sent there.
 */
type Outcome =
  | { ok: true; url: string; id: string; isReplay: boolean }
  | {
      ok: false;
      reason: CallRefusal;
      detail?: Cause["detail"];
      given: string | null;
      home: string | null;
      exhausted?: Exhausted;
      /** `home` carries the token of an earlier check. */
      sendsToken?: boolean;
    };

const ALLOW = "GET, OPTIONS";
const RETRY_SECONDS = "5";

/** `GET /api/url_generator_{provider}/{pluginKey}/{device_id}/{age}?domain={return_url}` (contract §1). */
export function urlGenerator(provider: ProviderId): Endpoint {
  return async (request) => {
    if (request.method === "OPTIONS") return PREFLIGHT;
    const read = readCall(provider, request);
    const navigates = isNavigation(request.headers);
    const shop = shopOfKey(read.known.pluginKey);
    noteShop(shop);
    const outcome = await outcomeOf(read, navigates ? storedReturnUrls(readBrowserCookies(request)) : []);
    // The first call with a key: it was looked up meanwhile.
    if (!shop) noteShop(shopOfKey(read.known.pluginKey));
    if (outcome.ok) {
      const reference = referenceOf(outcome.id);
      const { pluginKey, minimumAge, host } = read.known;
      const call = { pluginKey, minimumAge, host, provider, reference };
      recordCall(
        outcome.isReplay ? { ...call, code: "repeated" } : { ...call, code: "accepted", verificationId: outcome.id },
      );
      const language = read.ok ? read.language : null;
      return acceptance(language === null ? outcome.url : `${outcome.url}&lang=${language}`, reference, navigates);
    }
    const reference = newReference();
    const { reason, detail, given, home } = outcome;
    const headers = {
      ...HEADERS,
      ...referenceHeader(reference),
      ...refusalHeaders(reason, detail),
      ...extraHeaders(outcome),
    };
    const sendsHome = STATUS[reason] === 403 && given !== null;
    const showsPage = navigates && !(sendsHome && home !== null);
    // A request for the headers alone is not a call.
    if (request.method !== "HEAD")
      recordCall({ ...read.known, provider, reference, code: outcome.sendsToken ? "returned_with_token" : reason });
    if (showsPage) return refusalPage(request, provider, { ...outcome, reference }, headers);
    if (navigates && home !== null)
      return { status: 303, headers: inOrder({ ...headers, Location: home }), body: null };
    return refusalAnswer(request, { reason, detail, reference }, { url: sendsHome ? given : null }, headers);
  };
}

/** On every answer. */
export const HEADERS = {
  ...API_HEADERS,
  ...CORS_HEADERS,
  Vary: "Accept, Sec-Fetch-Mode",
};

const LINK_HEADERS = inOrder({ ...HEADERS, ...JSON_HEADERS, ...referenceHeader("") });
const REDIRECT_HEADERS = inOrder({ ...HEADERS, ...referenceHeader(""), Location: "" });

function acceptance(location: string, reference: string, navigates: boolean): Answer {
  if (navigates)
    return { status: 303, headers: { ...REDIRECT_HEADERS, "ageway-reference": reference, location }, body: null };
  return jsonAnswer(200, { url: location }, { ...LINK_HEADERS, "ageway-reference": reference });
}

/** `encryptedReturnUrls`: those that a navigating browser stores. */
async function outcomeOf(read: ReadCall, encryptedReturnUrls: readonly string[]): Promise<Outcome> {
  if (!read.ok) return { ...read, given: null, home: null };
  try {
    return await withTimeout(ANSWER_MS, answerFromRecord(read, encryptedReturnUrls));
  } catch (fault) {
    log.error({ event: "start_failed", ...faultOf(fault) });
    return { ok: false, reason: "service_unavailable", given: null, home: null };
  }
}

async function answerFromRecord(
  read: Extract<ReadCall, { ok: true }>,
  encryptedReturnUrls: readonly string[],
): Promise<Outcome> {
  const started = await startVerification(read.ask);
  if (started.ok) return started;
  const home = started.mayReturn ? read.ask.returnUrl.href : null;
  const homeWithToken =
    started.reason === "already_verified" && home !== null
      ? await returnOfVerified(read.ask, encryptedReturnUrls)
      : null;
  return {
    ...started,
    // Where the visitor may return to the return URL, the rule refused the page that called.
    ...(started.reason === "domain_not_verified" && { detail: started.mayReturn ? "origin" : "return_url" }),
    given: read.given,
    home: homeWithToken ?? home,
    sendsToken: homeWithToken !== null,
  };
}

function extraHeaders(outcome: Extract<Outcome, { ok: false }>): Record<string, string> {
  if (outcome.reason === "method_not_allowed") return { Allow: ALLOW };
  if (outcome.reason === "service_unavailable") return { "Retry-After": RETRY_SECONDS };
  return outcome.exhausted ? rateLimitHeaders(outcome.exhausted) : {};
}

const PREFLIGHT: Answer = {
  status: 204,
  headers: inOrder({
    ...HEADERS,
    Allow: ALLOW,
    "Access-Control-Allow-Methods": "GET",
    // `*` means every header but Authorization (Fetch standard), which carries a locked key's secret.
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Max-Age": "86400",
  }),
  body: null,
};
