import * as oidc from "openid-client";
import { faultOf, log } from "#lib/core/log.ts";
import type { EidProblem } from "./problem.rules.ts";

/** What an eID says when nobody approved in time. `login_timeout` is no registered code, but eIDs use it. */
const NOT_APPROVED = new Set(["interaction_required", "login_required", "login_timeout", "expired_token", "timeout"]);
/** The library's codes for: no answer in time, and an HTTP status that the protocol does not know. */
const NO_ANSWER = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);
const NOT_WORKING = new Set(["server_error", "temporarily_unavailable"]);

/**
 * Why a trip to the eID brought nothing, told from what the library threw: an error code of RFC 6749 / OpenID Connect
 * Core 3.1.2.6, an answer that did not check out, or no answer at all.
 */
export function problemOf(error: unknown): EidProblem {
  if (error instanceof oidc.AuthorizationResponseError) return problemOfCode(error.error);
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 ? "eid_down" : "eid_refused";
  if (error instanceof oidc.WWWAuthenticateChallengeError) return "eid_refused";
  sayIfForTime(error);
  if (error instanceof oidc.ClientError) return NO_ANSWER.has(error.code ?? "") ? "eid_down" : "eid_refused";
  // What `fetch` throws, with a cause, when nobody listens, the name does not resolve, TLS fails or the answer breaks off.
  if (error instanceof TypeError && error.cause !== undefined) return "eid_down";
  // The library has a word for every lie it knows. What it stumbles over instead (a claim of the wrong type, an address
  // that is none) is still the eID's doing: no reason to believe it, and none to show our visitor a broken page.
  log.error({ event: "eid_not_understood", ...faultOf(error) });
  return "eid_refused";
}

/**
 * An answer is refused because of when it says that something happened. The log says by how much: an operator whose clock,
 * or whose eID's clock, is wrong sees nothing but refusals. Always `false`.
 */
export function refusedForTime(claim: string, at: number, expected: Date): false {
  const offSeconds = Number.isFinite(at) ? Math.round((at - +expected) / 1000) : null;
  log.warn({ event: "eid_refused_for_time", claim, offSeconds });
  return false;
}

/** What the library refuses for time: `exp`, `nbf`. */
function sayIfForTime(error: unknown): void {
  if (!(error instanceof oidc.ClientError) || error.code !== "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") return;
  const { claim, claims, now } = (error.cause as { cause?: Partial<TimeCheck> } | undefined)?.cause ?? {};
  const at = claim === undefined ? undefined : claims?.[claim];
  if (typeof at === "number" && now !== undefined) refusedForTime(String(claim), at * 1000, new Date(now * 1000));
}

type TimeCheck = { claim: string; claims: Record<string, unknown>; now: number };

function problemOfCode(code: string): EidProblem {
  if (code === "access_denied") return "cancelled";
  if (NOT_APPROVED.has(code)) return "eid_timeout";
  return NOT_WORKING.has(code) ? "eid_down" : "eid_refused";
}
