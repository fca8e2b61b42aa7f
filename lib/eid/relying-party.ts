import * as oidc from "openid-client";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import { type Ages, dateIn } from "#lib/core/birth-date.rules.ts";
import { isAway } from "./circuit.ts";
import { agesFromClaims, type ClaimSets, meetsAll, signedInAt } from "./claims.rules.ts";
import { clientOf, signingKeyOf, TOLERANCE_SECONDS } from "./client.ts";
import {
  type About,
  type Failed,
  failedBy,
  followSteps,
  noAge,
  type Progress,
  refused,
  refusedForTime,
} from "./failed.ts";
import { ANSWER_SECONDS, TIMEOUT_SECONDS } from "./fetch.ts";
import { shareKeys } from "./known-keys.ts";
import { askedFor, asksUserinfo, type ProviderConfiguration } from "./providers.ts";

/** Holds what we ask an eID. Its secrets bind the answer to one verification. */
export type AuthorizationRequest = {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  minimumAge: MinimumAge;
};

/** One attempt at the eID. `begunAt`: the person must have signed in after this. */
export type AuthorizationAttempt = AuthorizationRequest & { begunAt: Date; about: About };

type Begun = { ok: true; url: URL } | Failed;
type Concluded = { ok: true; ages: Ages } | Failed;

/** Makes the request with PKCE (RFC 7636), pushed where the eID offers it (RFC 9126), so no browser edits it. */
export async function begin(
  provider: ProviderConfiguration,
  attempt: AuthorizationAttempt & { locale: string },
  remainingMs = TIMEOUT_SECONDS * 1000,
): Promise<Begun> {
  if (isAway(provider)) return { ok: false, problem: "eid_down" };
  return converse(provider, attempt, remainingMs, async (client) => ({
    ok: true,
    url: await addressFor(provider, attempt, client),
  }));
}

/** Throws what the library throws. */
export async function addressFor(
  provider: ProviderConfiguration,
  attempt: AuthorizationRequest & { locale: string },
  client: oidc.Configuration,
): Promise<URL> {
  const request = await requestOf(provider, attempt);
  const isPushed = pushes(provider, client);
  const isSigned =
    isPushed || client.serverMetadata().require_signed_request_object === true || provider.signedRequests === "always";
  const key = isSigned ? await signingKeyOf(provider, client.serverMetadata()) : null;
  const url = key
    ? await oidc.buildAuthorizationUrlWithJAR(client, request, key.key, key.named)
    : oidc.buildAuthorizationUrl(client, request);
  return isPushed ? oidc.buildAuthorizationUrlWithPAR(client, url.searchParams) : url;
}

export function pushes({ pushedRequests }: ProviderConfiguration, client: oidc.Configuration): boolean {
  return pushedRequests === "offered" && client.serverMetadata().pushed_authorization_request_endpoint !== undefined;
}

async function requestOf(provider: ProviderConfiguration, attempt: AuthorizationRequest & { locale: string }) {
  const forAge = (text: string) => text.replaceAll("{age}", String(askedFor(provider, attempt.minimumAge)));
  return {
    redirect_uri: attempt.redirectUri,
    scope: provider.scopes.map(forAge).join(" "),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: "S256",
    ui_locales: attempt.locale,
    ...provider.parameters,
    ...(provider.prompt && { prompt: provider.prompt }),
    ...(sendsAuthTime(provider) && { max_age: "0" }),
    ...(provider.acrValues && { acr_values: forAge(provider.acrValues) }),
    ...(provider.loginHint && { login_hint: forAge(provider.loginHint) }),
  };
}

/**
 * Says what the eID proved. The eID may answer wrongly, and the visitor may have edited our request. So this checks the
 * signature with one fixed algorithm, `iss`, `aud`, `exp`, `iat`, `nonce`, a sign-in in this attempt, and everything that
 * the configuration requires. A failed check is a problem, never a yes. Of all claims, only two booleans leave this
 * function.
 */
export async function conclude(
  provider: ProviderConfiguration,
  callback: URL,
  attempt: AuthorizationAttempt,
  now: Date,
  remainingMs = TIMEOUT_SECONDS * 1000,
): Promise<Concluded> {
  if (isAway(provider) && callback.searchParams.has("code")) return { ok: false, problem: "eid_down" };
  return converse(provider, attempt, remainingMs, async (client, progress) => {
    const keepKeys = await shareKeys(provider, client);
    const tokens = await oidc.authorizationCodeGrant(client, callback, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
      idTokenExpected: true,
    });
    keepKeys();
    const claims = tokens.claims();
    if (!claims || !isIssuedTo(provider, claims.azp)) return refused(progress, "claims", { claim: "azp" });
    if (!isBetween("iat", claims.iat * 1000, attempt.begunAt, now))
      return refused(progress, "freshness", { code: "IAT_REFUSED" });
    // Of userinfo that is signed, the library compares `iss` and `aud` where they are there (OpenID Connect Core 5.3.2).
    const userinfo = asksUserinfo(provider) ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : {};
    const sets = { id_token: claims, userinfo };
    const asked = askedFor(provider, attempt.minimumAge);
    const staleness = stalenessOf(provider, sets, asked, attempt.begunAt, now);
    if (staleness !== null) return refused(progress, "freshness", { code: staleness });
    const unmet = provider.require.find((requirement) => !meetsAll([requirement], sets, asked));
    if (unmet) return refused(progress, "require", { rule: [unmet.source, ...unmet.path].join(" ") });
    const today = dateIn(provider.timeZone, now);
    const read = agesFromClaims(provider.claims, sets, asked, today);
    if (!read.ok) return noAge(progress, read.reason);
    const answer = read.ages[attempt.minimumAge];
    return answer === null ? noAge(progress, "another_age") : { ok: true, ages: read.ages };
  });
}

/** Talks with the eID for one attempt. Whatever the library throws is logged with the step, and becomes a problem. */
async function converse<Answer>(
  provider: ProviderConfiguration,
  { about }: AuthorizationAttempt,
  remainingMs: number,
  talk: (client: oidc.Configuration, progress: Progress) => Promise<Answer>,
): Promise<Answer | Failed> {
  const progress: Progress = { issuer: provider.issuer, about, step: "discovery" };
  try {
    const client = await clientOf(provider, endOf(remainingMs));
    progress.step = "authorize";
    followSteps(client, progress);
    return await talk(client, progress);
  } catch (error) {
    return failedBy(error, progress);
  }
}

/** OpenID Connect Core 2: the party to which the ID token was issued. The library compares it only where there are two audiences. */
function isIssuedTo({ clientId }: ProviderConfiguration, azp: unknown): boolean {
  return azp === undefined || azp === clientId;
}

function endOf(remainingMs: number): AbortSignal {
  return AbortSignal.timeout(Math.max(0, Math.min(TIMEOUT_SECONDS * 1000, Math.floor(remainingMs))));
}

/** Bounds how long a sign-in serves: a visitor may send a kept request from another person's browser. */
const MAX_SIGN_IN_AGE_MS = 5 * 60_000;

/** Refuses an eID's session of earlier, which may be another person's. `null`: they signed in for this check. */
function stalenessOf(provider: ProviderConfiguration, sets: ClaimSets, asked: MinimumAge, begunAt: Date, now: Date) {
  const since = new Date(Math.max(+begunAt, +now - MAX_SIGN_IN_AGE_MS));
  const times = provider.signInTimes.flatMap((place) => {
    const at = signedInAt(place, sets, asked);
    return at === null ? [] : [{ claim: place.path.join(" "), at }];
  });
  if (times.length === 0) return provider.acceptsUnknownSignInTime ? null : "SIGN_IN_TIME_MISSING";
  return times.every(({ claim, at }) => isBetween(claim, at, since, now)) ? null : "SIGN_IN_TIME_REFUSED";
}

/** Is a time between `since` and now, as far as clocks agree? If not, the log says by how much. */
function isBetween(claim: string, at: number, since: Date, now: Date): boolean {
  if (at < +since - TOLERANCE_SECONDS * 1000) return refusedForTime(claim, at, since);
  const latest = +now + (TOLERANCE_SECONDS + ANSWER_SECONDS) * 1000;
  return at <= latest || refusedForTime(claim, at, now);
}

function sendsAuthTime({ signInTimes }: ProviderConfiguration): boolean {
  return signInTimes.some(({ source, path }) => source === "id_token" && path.length === 1 && path[0] === "auth_time");
}
