import { importJWK, type JWK } from "jose";
import * as oidc from "openid-client";
import type { Ages, MinimumAge } from "#lib/rules/age.ts";
import { dateIn } from "#lib/rules/age.ts";
import type { EidProblem } from "#lib/rules/verification.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { agesFromClaims, type ClaimSets, holdsAll, signedInAt } from "./claims.ts";
import type { ProviderConfiguration } from "./configuration.ts";
import { problemOf, refusedForTime } from "./problem.ts";

/** What ties one trip to the eID to one verification. */
export type Trip = { state: string; nonce: string; codeVerifier: string; redirectUri: string; minimumAge: MinimumAge };

export type Begun = { ok: true; url: URL } | { ok: false; problem: EidProblem };
export type Concluded = { ok: true; ages: Ages } | { ok: false; problem: EidProblem };

/** An answer may take this long; `slow` eIDs exist, and a visitor waits for nothing else. */
const TIMEOUT_SECONDS = 20;
/** Clocks of machines that keep time differ by less. */
const TOLERANCE_SECONDS = 10;
const METADATA_LIVES_MS = 60 * 60_000;

/** Where to send the visitor: OpenID Connect authorization code flow with PKCE (RFC 7636), state and nonce. */
export async function begin(provider: ProviderConfiguration, trip: Trip & { locale: string }): Promise<Begun> {
  try {
    const client = await clientOf(provider);
    const forAge = (text: string) => text.replaceAll("{age}", String(trip.minimumAge));
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: trip.redirectUri,
      scope: provider.scopes.map(forAge).join(" "),
      state: trip.state,
      nonce: trip.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(trip.codeVerifier),
      code_challenge_method: "S256",
      ui_locales: trip.locale,
      ...provider.parameters,
      ...(provider.prompt && { prompt: provider.prompt }),
      ...(tellsAuthTime(provider) && { max_age: "0" }),
      ...(provider.acrValues && { acr_values: forAge(provider.acrValues) }),
      ...(provider.loginHint && { login_hint: forAge(provider.loginHint) }),
    });
    return { ok: true, url };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/**
 * What the eID proved. The eID may lie, and the visitor may have asked it for something else than we did: signature, `iss`,
 * `aud`, `exp`, `iat`, `nonce`, a sign-in after `since` and everything that the configuration requires are demanded, with
 * one pinned algorithm; whatever does not check out is a problem, never a yes. Nothing read here outlives the call but two
 * booleans.
 */
export async function conclude(
  provider: ProviderConfiguration,
  callback: URL,
  trip: Trip,
  since: Date,
  now: Date,
): Promise<Concluded> {
  try {
    const client = await clientOf(provider);
    const tokens = await oidc.authorizationCodeGrant(client, callback, {
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      pkceCodeVerifier: trip.codeVerifier,
      idTokenExpected: true,
    });
    remember(provider, client);
    const claims = tokens.claims();
    if (!claims || !isBetween("iat", claims.iat * 1000, since, now)) return { ok: false, problem: "eid_refused" };
    const userinfo = asksUserinfo(provider) ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : {};
    const sets = { id_token: claims, userinfo };
    if (!isFresh(provider, sets, trip.minimumAge, since, now)) return { ok: false, problem: "eid_refused" };
    if (!holdsAll(provider.require, sets, trip.minimumAge)) return { ok: false, problem: "eid_refused" };
    const today = dateIn(provider.timeZone, now);
    const ages = agesFromClaims(provider.claims, sets, trip.minimumAge, today);
    const answer = trip.minimumAge === 18 ? ages?.over18 : ages?.over16;
    return ages === null || answer === null ? { ok: false, problem: "eid_no_age" } : { ok: true, ages };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

type Known = { metadata: oidc.ServerMetadata; at: number; jwks?: ReturnType<typeof oidc.getJwksCache> };

/** What was learned of each eID by discovery, for an hour. */
const known = new WeakMap<ProviderConfiguration, Known>();

/**
 * A client over the discovered metadata. Each has its own view of the eID's keys, dated back a minute: the library
 * fetches keys again for an unknown key id only when they are a minute old, and an eID that has just rotated must not
 * turn visitors away for that minute.
 */
async function clientOf(provider: ProviderConfiguration): Promise<oidc.Configuration> {
  let at = known.get(provider);
  if (!at || Date.now() - at.at > METADATA_LIVES_MS) {
    at = { metadata: await discover(provider), at: Date.now() };
    known.set(provider, at);
  }
  const client = new oidc.Configuration(
    at.metadata,
    provider.clientId,
    clientMetadata(provider),
    await authentication(provider),
  );
  prepare(provider, client);
  if (at.jwks)
    oidc.setJwksCache(client, { jwks: at.jwks.jwks, uat: Math.min(at.jwks.uat, Math.floor(Date.now() / 1000) - 60) });
  return client;
}

function remember(provider: ProviderConfiguration, client: oidc.Configuration): void {
  const at = known.get(provider);
  const jwks = oidc.getJwksCache(client);
  // Keep the true time of the fetch: a key that the eID withdrew is forgotten five minutes after it was fetched.
  if (at && jwks && (!at.jwks || jwks.uat > at.jwks.uat)) at.jwks = jwks;
}

async function discover(provider: ProviderConfiguration): Promise<oidc.ServerMetadata> {
  const client = await oidc.discovery(
    new URL(provider.issuer),
    provider.clientId,
    clientMetadata(provider),
    await authentication(provider),
    {
      timeout: TIMEOUT_SECONDS,
      execute: isPlainHttp(provider) ? [oidc.allowInsecureRequests] : [],
      [oidc.customFetch]: boundedFetch,
    },
  );
  return client.serverMetadata();
}

function prepare(provider: ProviderConfiguration, client: oidc.Configuration): void {
  client.timeout = TIMEOUT_SECONDS;
  client[oidc.customFetch] = boundedFetch;
  // Without this the library trusts TLS and leaves the signature unread.
  oidc.enableNonRepudiationChecks(client);
  if (isPlainHttp(provider)) oidc.allowInsecureRequests(client);
}

function clientMetadata(provider: ProviderConfiguration): Partial<oidc.ClientMetadata> {
  return { id_token_signed_response_alg: provider.idTokenAlg, [oidc.clockTolerance]: TOLERANCE_SECONDS };
}

async function authentication({ authentication }: ProviderConfiguration): Promise<oidc.ClientAuth> {
  if ("secret" in authentication) return oidc.ClientSecretBasic(authentication.secret);
  const jwk = authentication.privateJwk as JWK;
  const key = await importJWK(jwk, jwk.alg ?? "ES256");
  if (key instanceof Uint8Array) throw new Error("The private key of the relying party is not an asymmetric key");
  return oidc.PrivateKeyJwt(jwk.kid ? { key, kid: jwk.kid } : key);
}

/** Did the person sign in for us? An eID keeps its sessions, and whoever used this browser before may still be signed in there. */
function isFresh(provider: ProviderConfiguration, sets: ClaimSets, asked: MinimumAge, since: Date, now: Date): boolean {
  const at = signedInAt(provider.signInTime, sets, asked);
  return at === null
    ? provider.acceptsUnknownSignInTime
    : isBetween(provider.signInTime.path.join(" "), at, since, now);
}

/** Between the claim of the link and now, as far as clocks agree. If not, the log says by how much: that is a clock to set. */
function isBetween(claim: string, at: number, since: Date, now: Date): boolean {
  if (at < +since - TOLERANCE_SECONDS * 1000) return refusedForTime(claim, at, since);
  const latest = +now + (TOLERANCE_SECONDS + TIMEOUT_SECONDS) * 1000;
  return at <= latest || refusedForTime(claim, at, now);
}

function tellsAuthTime({ signInTime }: ProviderConfiguration): boolean {
  return signInTime.source === "id_token" && signInTime.path.length === 1 && signInTime.path[0] === "auth_time";
}

function asksUserinfo({ claims, require, signInTime }: ProviderConfiguration): boolean {
  return [...claims, ...require, signInTime].some(({ source }) => source === "userinfo");
}

/** Only the loopback may be spoken to without TLS; `readProvider` has seen to that. */
function isPlainHttp({ issuer }: ProviderConfiguration): boolean {
  return issuer.startsWith("http:");
}
