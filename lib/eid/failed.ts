import * as oidc from "openid-client";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import type { NoAges } from "./claims.rules.ts";
import { type EidProblem, problemOfCode, registeredCode } from "./problem.rules.ts";
import { hrefOf } from "./usual-answer.ts";

/** Says where in a conversation with an eID a visitor's attempt failed. */
type EidStep =
  | "discovery"
  | "authorize"
  | "pushed_request"
  | "token"
  | "decryption"
  | "claims"
  | "keys"
  | "signature"
  | "freshness"
  | "userinfo"
  | "require";

/** Names the check that a line in the log is about. `ref`: the reference that the visitor can read out. */
export type About = { provider: ProviderId; mode: Mode; ref: string };

export type Progress = { issuer: string; about: About; step: EidStep };

export type Failed = { ok: false; problem: EidProblem };

/**
 * Says why a step failed: our code, the library's, or one of the protocol. `rule`: the place that the configuration
 * names.
 */
type Why = {
  code?: string | undefined;
  status?: number | undefined;
  claim?: string | undefined;
  member?: string | undefined;
  rule?: string | undefined;
};

/** Logs that an answer was refused which the library had taken. No value of it goes into the line. */
export function refused({ issuer, about }: Progress, step: EidStep, why: Why): Failed {
  log.warn({ event: "eid_failed", issuer, ...about, problem: "eid_refused", step, ...why });
  return { ok: false, problem: "eid_refused" };
}

/** Logs what the library threw, unless the visitor cancelled or did not approve in time. */
export function failedBy(error: unknown, progress: Progress): Failed {
  const problem = problemOf(error);
  if (problem === "cancelled" || problem === "eid_timeout") return { ok: false, problem };
  const { issuer, about } = progress;
  log.warn({ event: "eid_failed", issuer, ...about, problem, step: stepOf(error, progress.step), ...whyOf(error) });
  return { ok: false, problem };
}

/**
 * Logs why an answer that passed every check proves no age: a preset that does not read what its eID says shows here.
 */
export function noAge({ issuer, about }: Progress, why: NoAges | "another_age"): Failed {
  log.warn({ event: "eid_no_age", issuer, ...about, why });
  return { ok: false, problem: "eid_no_age" };
}

/** The library's codes where no answer came in time, and where its HTTP status is not of the protocol. */
const NO_ANSWER = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);

/** Tells by the library's error why an attempt failed: an error code, a check that failed, or no answer. */
function problemOf(error: unknown): EidProblem {
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

/** Keeps the step of an attempt by the endpoint that the library asks. */
export function followSteps(client: oidc.Configuration, progress: Progress): void {
  const fetch = client[oidc.customFetch];
  if (!fetch) return;
  const { token_endpoint, userinfo_endpoint, jwks_uri, pushed_authorization_request_endpoint } =
    client.serverMetadata();
  const steps = new Map<string | undefined, EidStep>([
    [hrefOf(pushed_authorization_request_endpoint), "pushed_request"],
    [hrefOf(token_endpoint), "token"],
    [hrefOf(jwks_uri), "keys"],
    [hrefOf(userinfo_endpoint), "userinfo"],
  ]);
  client[oidc.customFetch] = (url, options) => {
    progress.step = steps.get(url) ?? progress.step;
    return fetch(url, options);
  };
}

const STEP_OF_CODE: Record<string, EidStep> = {
  EID_ANSWER_NOT_ENCRYPTED: "decryption",
  EID_DECRYPTION_FAILED: "decryption",
  EID_DECRYPTION_KEY_UNKNOWN: "decryption",
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: "claims",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "claims",
  OAUTH_KEY_SELECTION_FAILED: "signature",
};

/** The library gives a signature that does not hold the code of any invalid answer, and says more in words. */
function stepOf(error: unknown, step: EidStep): EidStep {
  if (!(error instanceof oidc.ClientError)) return step;
  const words = error.cause instanceof Error ? error.cause.message : "";
  return STEP_OF_CODE[error.code ?? ""] ?? (/\bsignature\b|"alg"/.test(words) ? "signature" : step);
}

/** Takes only registered codes of what the eID wrote, so that none of it can be about a person. */
function whyOf(error: unknown): Why {
  if (error instanceof oidc.AuthorizationResponseError) return { code: registeredCode(error.error) };
  if (error instanceof oidc.ResponseBodyError) return { code: registeredCode(error.error), status: error.status };
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return { code: registeredCode(error.cause[0]?.parameters.error), status: error.status };
  const { code, fault } = faultOf(error);
  return { code: code ?? fault, claim: claimOf(error), member: memberOf(error) };
}

/** The member of a JSON answer that the library did not take. It says so in words alone. */
export function memberOf(error: unknown): string | undefined {
  const words = error instanceof oidc.ClientError && error.cause instanceof Error ? error.cause.message : "";
  return /^"response" body "(\w+)" property /.exec(words)?.[1];
}

/** The claim or the name in the metadata that the library compared. */
function claimOf(error: unknown): string | undefined {
  const compared = error instanceof Error && error.cause instanceof Error ? error.cause.cause : undefined;
  const { claim, attribute } = (compared ?? {}) as { claim?: unknown; attribute?: unknown };
  const name = claim ?? attribute;
  return typeof name === "string" ? name : undefined;
}
