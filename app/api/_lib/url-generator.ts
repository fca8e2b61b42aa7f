import { type Cause, STATUS } from "#app/_http/reasons.ts";
import {
  API_HEADERS,
  json,
  rateLimitHeaders,
  referenceHeader,
  refusalHeaders,
  seeOther,
} from "#app/_http/responses.ts";
import { readBrowserCookies, storedReturnUrls } from "#app/verify/_lib/browser-cookies.ts";
import type { CallRefusal } from "#lib/activity/activity.rules.ts";
import { recordCall } from "#lib/activity/record.ts";
import { readLanguage } from "#lib/core/language.rules.ts";
import { faultOf, log } from "#lib/core/log.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { newReference, referenceOf } from "#lib/core/reference.ts";
import { ANSWER_MS, withTimeout } from "#lib/core/with-timeout.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";
import type { Exhausted } from "#lib/verification/limits.ts";
import { returnOfVerified } from "#lib/verification/return-verified.ts";
import { startVerification } from "#lib/verification/start.ts";
import { type ReadCall, readCall } from "./read-call.ts";
import { refusalPage } from "./refusal-page.ts";

/**
 * The outcome of a call, before it takes the form that the caller reads. `given`: the return URL as the caller wrote it.
 * `home`: the same URL in normal form; `null` where the visitor may not be sent there.
 */
type Answer =
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
export function urlGenerator(provider: ProviderId) {
  return async (request: Request): Promise<Response> => {
    if (request.method === "OPTIONS") return preflight();
    const read = readCall(provider, request);
    const navigates = isNavigation(request.headers);
    const answer = await answerTo(read, navigates ? storedReturnUrls(readBrowserCookies(request)) : []);
    if (answer.ok) {
      const reference = referenceOf(answer.id);
      recordCall({ ...read.known, provider, code: answer.isReplay ? "repeated" : "accepted", reference });
      const url = inLanguage(answer.url, request);
      const headers = { ...HEADERS, ...referenceHeader(reference) };
      return navigates ? seeOther(url, headers) : json(200, { url }, headers);
    }
    const reference = newReference();
    const { reason, detail, given, home } = answer;
    const headers = {
      ...HEADERS,
      ...referenceHeader(reference),
      ...refusalHeaders(reason, detail),
      ...extraHeaders(answer),
    };
    const sendsHome = STATUS[reason] === 403 && given !== null;
    const showsPage = navigates && !(sendsHome && home !== null);
    // A request for the headers alone is not a call.
    if (request.method !== "HEAD")
      recordCall({ ...read.known, provider, reference, code: answer.sendsToken ? "returned_with_token" : reason });
    if (showsPage) return refusalPage(request, provider, { ...answer, reference }, headers);
    if (navigates && home !== null) return seeOther(home, headers);
    return json(STATUS[reason], { url: sendsHome ? given : null }, headers, request.method);
  };
}

/** A shop may say which language its visitor reads: `&lang=da` is passed on to the link. */
function inLanguage(url: string, request: Request): string {
  const language = readLanguage(new URL(request.url).searchParams.get("lang"));
  return language === null ? url : `${url}&lang=${language}`;
}

/** On every answer. */
export const HEADERS = {
  ...API_HEADERS,
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Ageway-Reason, Ageway-Detail, Ageway-Reference, Retry-After",
  Vary: "Accept, Sec-Fetch-Mode",
};

/** `encryptedReturnUrls`: those that a navigating browser stores. */
async function answerTo(read: ReadCall, encryptedReturnUrls: readonly string[]): Promise<Answer> {
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
): Promise<Answer> {
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

function extraHeaders(answer: Extract<Answer, { ok: false }>): Record<string, string> {
  if (answer.reason === "method_not_allowed") return { Allow: ALLOW };
  if (answer.reason === "service_unavailable") return { "Retry-After": RETRY_SECONDS };
  return answer.exhausted ? rateLimitHeaders(answer.exhausted) : {};
}

function preflight(): Response {
  const allowed = {
    Allow: ALLOW,
    "Access-Control-Allow-Methods": "GET",
    // `*` means every header but Authorization (Fetch standard), which carries a locked key's secret.
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Max-Age": "86400",
  };
  return new Response(null, { status: 204, headers: { ...HEADERS, ...allowed } });
}
