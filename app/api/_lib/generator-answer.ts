import { type Answer, inOrder, JSON_HEADERS, jsonAnswer } from "#app/_http/answer.ts";
import { refusalAnswer } from "#app/_http/problem.ts";
import type { RequestHead } from "#app/_http/request-head.ts";
import { API_HEADERS, CORS_HEADERS, rateLimitHeaders, referenceHeader, refusalHeaders } from "#app/_http/responses.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { type CallReason, type Cause, REASONS } from "#lib/reasons/reason.rules.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";
import type { Exhausted } from "#lib/verification/limits.ts";

/**
 * Says why a call got no link, before that takes the form that the caller reads. `given`: the return URL as the caller
 * wrote it. `home`: the same URL in normal form; `null` where the visitor may not be sent there.
 */
export type RefusedCall = {
  ok: false;
  reason: CallReason;
  detail?: Cause["detail"];
  given: string | null;
  home: string | null;
  exhausted?: Exhausted;
};

/** `reference`: in the header, too. */
export type Refusal = RefusedCall & { provider: ProviderId; reference: string };

/** Makes what a person sees whose browser navigated to a generator: a page with the status of the answer. */
export type RefusalPage = (
  request: RequestHead,
  refusal: Refusal,
  headers: Record<string, string>,
) => Promise<Response>;

const ALLOW = "GET, OPTIONS";
const RETRY_SECONDS = "5";

/** On every answer. */
export const HEADERS = {
  ...API_HEADERS,
  ...CORS_HEADERS,
  Vary: "Accept, Sec-Fetch-Mode",
};

const LINK_HEADERS = inOrder({ ...HEADERS, ...JSON_HEADERS, ...referenceHeader("") });
const REDIRECT_HEADERS = inOrder({ ...HEADERS, ...referenceHeader(""), Location: "" });

/** The link: a navigating browser goes there, a program reads it. */
export function acceptance(location: string, reference: string, navigates: boolean): Answer {
  if (navigates)
    return { status: 303, headers: { ...REDIRECT_HEADERS, "ageway-reference": reference, location }, body: null };
  return jsonAnswer(200, { url: location }, { ...LINK_HEADERS, "ageway-reference": reference });
}

/** A refusal: a navigating browser goes home where it may, or gets a page; a program reads the reason. */
export async function refusalOf(
  request: RequestHead,
  refusal: Refusal,
  pageOf: RefusalPage,
): Promise<Answer | Response> {
  const { reason, detail, given, home, reference } = refusal;
  const headers = {
    ...HEADERS,
    ...referenceHeader(reference),
    ...refusalHeaders(reason, detail),
    ...extraHeaders(refusal),
  };
  const sendsHome = REASONS[reason].status === 403 && given !== null;
  if (isNavigation(request.headers))
    return sendsHome && home !== null
      ? { status: 303, headers: inOrder({ ...headers, Location: home }), body: null }
      : pageOf(request, refusal, headers);
  return refusalAnswer(request, { reason, detail, reference }, { url: sendsHome ? given : null }, headers);
}

function extraHeaders({ reason, exhausted }: RefusedCall): Record<string, string> {
  if (reason === "method_not_allowed") return { Allow: ALLOW };
  if (reason === "service_unavailable") return { "Retry-After": RETRY_SECONDS };
  return exhausted ? rateLimitHeaders(exhausted) : {};
}

export const PREFLIGHT: Answer = {
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
