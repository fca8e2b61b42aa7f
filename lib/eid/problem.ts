import * as oidc from "openid-client";
import { faultOf, log } from "#lib/observe/log.ts";
import { type EidProblem, problemOfCode } from "./problem.rules.ts";

/** The library's codes where no answer came in time, and where its HTTP status is not of the protocol. */
const NO_ANSWER = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);

/** Tells by the library's error why an attempt failed: an error code, a check that failed, or no answer. */
export function problemOf(error: unknown): EidProblem {
  if (error instanceof oidc.AuthorizationResponseError) return problemOfCode(error.error);
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 ? "eid_down" : "eid_refused";
  if (error instanceof oidc.WWWAuthenticateChallengeError) return "eid_refused";
  if (error instanceof DOMException && error.name === "TimeoutError") return "eid_down";
  logIfForTime(error);
  if (error instanceof oidc.ClientError) return NO_ANSWER.has(error.code ?? "") ? "eid_down" : "eid_refused";
  // `fetch` throws this with a cause where the connection, the name, TLS or the body of the answer fails.
  if (error instanceof TypeError && error.cause !== undefined) return "eid_down";
  // The library throws other errors, too, for example on a claim of the wrong type. The eID caused them, so the answer is
  // refused, and the visitor gets the page for that.
  log.error({ event: "eid_not_understood", ...faultOf(error) });
  return "eid_refused";
}

/** Logs by how many seconds a refused time is wrong, so that an operator sees a wrong clock. Always `false`. */
export function refusedForTime(claim: string, at: number, expected: Date): false {
  const differenceSeconds = Number.isFinite(at) ? Math.round((at - +expected) / 1000) : null;
  log.warn({ event: "eid_refused_for_time", claim, differenceSeconds });
  return false;
}

/** The library itself refuses for `exp` and `nbf`. */
function logIfForTime(error: unknown): void {
  if (!(error instanceof oidc.ClientError) || error.code !== "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") return;
  const { claim, claims, now } = (error.cause as { cause?: Partial<TimeCheck> } | undefined)?.cause ?? {};
  const at = claim === undefined ? undefined : claims?.[claim];
  if (typeof at === "number" && now !== undefined) refusedForTime(String(claim), at * 1000, new Date(now * 1000));
}

type TimeCheck = { claim: string; claims: Record<string, unknown>; now: number };
