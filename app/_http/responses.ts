import type { Cause, Reason } from "#lib/reasons/reason.rules.ts";
import { config } from "#lib/runtime/config.ts";
import type { Exhausted } from "#lib/verification/limits.ts";
import { JSON_HEADERS, jsonAnswer, responseOf } from "./answer.ts";
import { API_VERSION } from "./version.ts";

type Headers = Record<string, string>;

/** On every answer of the API: no cache keeps it, no referrer names its address, no search engine lists it. */
export const API_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "Ageway-Version": API_VERSION,
};

const EXPOSED = [
  "Ageway-Reason",
  "Ageway-Detail",
  "Ageway-Reference",
  "Ageway-Version",
  "Link",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
];

/** Contract §1: scripts of every page may read the answer, and these of its headers. */
export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED.join(", "),
};

/** A JSON answer; HEAD gets its headers only. */
export function json(status: number, body: unknown, headers: Headers, method = "GET"): Response {
  return responseOf(jsonAnswer(status, body, { ...headers, ...JSON_HEADERS }, method));
}

/** The support reference: the activity list finds the call by it. */
export function referenceHeader(reference: string): Headers {
  return { "Ageway-Reference": reference };
}

/** Stands on answers at addresses that carry a secret: a session, a token or a sign-in link. */
export const NO_STORE = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

/** `cookies`: a `Set-Cookie` line each. */
export function seeOther(location: string, headers: Headers, cookies: readonly string[] = []): Response {
  const response = new Response(null, { status: 303, headers: { ...headers, Location: location } });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/**
 * Tells why a call was refused, for the shop's developer: the reason, its cause, and a link to the page that explains
 * both.
 */
export function refusalHeaders(reason: Reason, detail?: Cause["detail"]): Headers {
  return {
    "Ageway-Reason": reason,
    ...(detail !== undefined && { "Ageway-Detail": detail }),
    Link: `<${config().baseUrl}/reasons/${reason}>; rel="help"`,
  };
}

/** `Retry-After` (RFC 9110) and the RateLimit fields of draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders({ limit, quota, retryAfterSeconds }: Exhausted): Headers {
  // On the wire each limit of an address is one of a caller, also of one whom a shop's backend calls for.
  const name = limit === "address" || limit === "visitor" ? "caller" : limit;
  return {
    "Retry-After": String(retryAfterSeconds),
    "RateLimit-Policy": `"${name}";q=${quota};w=60`,
    RateLimit: `"${name}";r=0;t=${retryAfterSeconds}`,
  };
}
