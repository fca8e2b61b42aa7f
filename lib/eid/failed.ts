import * as oidc from "openid-client";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import type { NoAges } from "./claims.rules.ts";
import { type EidProblem, registeredCode } from "./problem.rules.ts";
import { problemOf } from "./problem.ts";
import { hrefOf } from "./usual-answer.ts";

/** Where in a conversation with an eID a visitor's attempt failed. */
export type EidStep =
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

/** Which check a line in the log is about. `ref`: the reference that the visitor can read out. */
export type About = { provider: ProviderId; mode: Mode; ref: string };

export type Progress = { issuer: string; about: About; step: EidStep };

type Failed = { ok: false; problem: EidProblem };

/** Why a step failed: our code, the library's, or one of the protocol. `rule`: the place that the configuration names. */
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

/** Logs why an answer that passed every check proves no age: a preset that does not read what its eID says shows here. */
export function noAge({ issuer, about }: Progress, why: NoAges | "another_age"): Failed {
  log.warn({ event: "eid_no_age", issuer, ...about, why });
  return { ok: false, problem: "eid_no_age" };
}

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
