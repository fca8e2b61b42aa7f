import * as oidc from "openid-client";
import type { Ages, MinimumAge } from "#lib/core/age.rules.ts";
import { dateIn } from "#lib/core/age.rules.ts";
import { isAway } from "./circuit.ts";
import { agesFromClaims, type ClaimSets, meetsAll, signedInAt } from "./claims.rules.ts";
import { clientOf, signingKeyOf, TOLERANCE_SECONDS } from "./client.ts";
import { asksUserinfo, type ProviderConfiguration } from "./configuration.ts";
import { TIMEOUT_SECONDS } from "./fetch.ts";
import { shareKeys } from "./known-keys.ts";
import type { EidProblem } from "./problem.rules.ts";
import { problemOf, refusedForTime } from "./problem.ts";

/** The values that bind one attempt at the eID to one verification. */
export type AuthorizationAttempt = {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  minimumAge: MinimumAge;
};

export type Begun = { ok: true; url: URL } | { ok: false; problem: EidProblem };
export type Concluded = { ok: true; ages: Ages } | { ok: false; problem: EidProblem };

/**
 * The address to send the visitor to: OpenID Connect authorization code flow with PKCE (RFC 7636), state and nonce. Where the eID
 * offers it, we send the request to the eID ourselves (RFC 9126), so that the visitor's browser cannot edit it. `remainingMs`: how
 * long the visitor's request may still take; the eID gets no more.
 */
export async function begin(
  provider: ProviderConfiguration,
  attempt: AuthorizationAttempt & { locale: string },
  remainingMs = TIMEOUT_SECONDS * 1000,
): Promise<Begun> {
  if (isAway(provider)) return { ok: false, problem: "eid_down" };
  try {
    const client = await clientOf(provider, endOf(remainingMs));
    const request = await requestOf(provider, attempt);
    const { pushed_authorization_request_endpoint: endpoint, require_signed_request_object: mustBeSigned } =
      client.serverMetadata();
    const isPushed = provider.pushedRequests === "offered" && endpoint !== undefined;
    const isSigned = isPushed || mustBeSigned === true || provider.signedRequests === "always";
    const key = isSigned ? await signingKeyOf(provider, client.serverMetadata()) : null;
    const url = key
      ? await oidc.buildAuthorizationUrlWithJAR(client, request, key)
      : oidc.buildAuthorizationUrl(client, request);
    return { ok: true, url: isPushed ? await oidc.buildAuthorizationUrlWithPAR(client, url.searchParams) : url };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

async function requestOf(provider: ProviderConfiguration, attempt: AuthorizationAttempt & { locale: string }) {
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
    ...(tellsAuthTime(provider) && { max_age: "0" }),
    ...(provider.acrValues && { acr_values: forAge(provider.acrValues) }),
    ...(provider.loginHint && { login_hint: forAge(provider.loginHint) }),
  };
}

/**
 * What the eID proved. The eID may answer wrongly, and the visitor may have edited our request. So this checks the signature
 * with one fixed algorithm, `iss`, `aud`, `exp`, `iat`, `nonce`, a sign-in after `since`, and everything that the configuration
 * requires. A failed check is a problem, never a yes. Of all claims, only two booleans leave this function.
 */
export async function conclude(
  provider: ProviderConfiguration,
  callback: URL,
  attempt: AuthorizationAttempt,
  since: Date,
  now: Date,
  remainingMs = TIMEOUT_SECONDS * 1000,
): Promise<Concluded> {
  if (isAway(provider) && callback.searchParams.has("code")) return { ok: false, problem: "eid_down" };
  try {
    const client = await clientOf(provider, endOf(remainingMs));
    const keepKeys = await shareKeys(provider, client);
    const tokens = await oidc.authorizationCodeGrant(client, callback, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
      idTokenExpected: true,
    });
    keepKeys();
    if (provider.decryption && !isEncrypted(tokens.id_token)) return { ok: false, problem: "eid_refused" };
    const claims = tokens.claims();
    if (!claims || !isBetween("iat", claims.iat * 1000, since, now)) return { ok: false, problem: "eid_refused" };
    const userinfo = asksUserinfo(provider) ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : {};
    const sets = { id_token: claims, userinfo };
    const asked = askedFor(provider, attempt.minimumAge);
    if (!isFresh(provider, sets, asked, since, now)) return { ok: false, problem: "eid_refused" };
    if (!meetsAll(provider.require, sets, asked)) return { ok: false, problem: "eid_refused" };
    const today = dateIn(provider.timeZone, now);
    const ages = agesFromClaims(provider.claims, sets, asked, today);
    const answer = attempt.minimumAge === 18 ? ages?.over18 : ages?.over16;
    return ages === null || answer === null ? { ok: false, problem: "eid_no_age" } : { ok: true, ages };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** Some eIDs answer for 18 only. Their yes holds for 16 too; their no leaves 16 unknown. */
function askedFor({ checksOf16 }: ProviderConfiguration, minimumAge: MinimumAge): MinimumAge {
  return checksOf16 === "ask_18" ? 18 : minimumAge;
}

/** A JWE has five parts (RFC 7516, 7.1). The library takes a signed token as it is, where the eID was to encrypt it. */
function isEncrypted(token: string | undefined): boolean {
  return token?.split(".").length === 5;
}

function endOf(remainingMs: number): AbortSignal {
  return AbortSignal.timeout(Math.max(0, Math.min(TIMEOUT_SECONDS * 1000, Math.floor(remainingMs))));
}

/** Did the person sign in for this check? An eID keeps its sessions, so an earlier user of the browser may still be signed in. */
function isFresh(provider: ProviderConfiguration, sets: ClaimSets, asked: MinimumAge, since: Date, now: Date): boolean {
  const at = signedInAt(provider.signInTime, sets, asked);
  return at === null
    ? provider.acceptsUnknownSignInTime
    : isBetween(provider.signInTime.path.join(" "), at, since, now);
}

/** Is a time between the claim of the link and now, as far as clocks agree? If not, the log says by how much. */
function isBetween(claim: string, at: number, since: Date, now: Date): boolean {
  if (at < +since - TOLERANCE_SECONDS * 1000) return refusedForTime(claim, at, since);
  const latest = +now + (TOLERANCE_SECONDS + TIMEOUT_SECONDS) * 1000;
  return at <= latest || refusedForTime(claim, at, now);
}

function tellsAuthTime({ signInTime }: ProviderConfiguration): boolean {
  return signInTime.source === "id_token" && signInTime.path.length === 1 && signInTime.path[0] === "auth_time";
}
