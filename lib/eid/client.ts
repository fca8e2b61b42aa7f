import { importJWK, type JWK } from "jose";
import * as oidc from "openid-client";
import { faultOf, log } from "#lib/core/log.ts";
import { readAtMost } from "#lib/core/read-at-most.ts";
import { asksUserinfo, type ProviderConfiguration } from "./configuration.ts";

/** How long an eID may take to answer. */
export const TIMEOUT_SECONDS = 20;
/** Clocks that are set by NTP differ by less. */
export const TOLERANCE_SECONDS = 10;

const HOUR_MS = 60 * 60_000;
/** How old an eID's metadata may be before we ask for it again, and, where that fails, before we no longer use it. */
const [RENEWAL_MS, MAX_AGE_MS] = [HOUR_MS, 24 * HOUR_MS];
/** The pause before an eID that did not answer is asked again. */
const RETRY_MS = 60_000;

type Known = {
  metadata: oidc.ServerMetadata;
  at: number;
  triedAt: number;
  jwks?: ReturnType<typeof oidc.getJwksCache>;
};

/** The metadata of each eID, from discovery. */
const known = new WeakMap<ProviderConfiguration, Known>();
const renewals = new WeakMap<ProviderConfiguration, Promise<Known>>();

/**
 * A client with the discovered metadata. Each client gets the eID's keys with a date one minute back: for an unknown key id the
 * library fetches the keys again only if they are a minute old, and an eID that has just rotated its keys must not refuse
 * visitors for that minute.
 */
export async function clientOf(provider: ProviderConfiguration): Promise<oidc.Configuration> {
  const at = await knownOf(provider);
  const client = new oidc.Configuration(
    at.metadata,
    provider.clientId,
    clientMetadata(provider),
    await authentication(provider),
  );
  client.timeout = TIMEOUT_SECONDS;
  client[oidc.customFetch] = boundedFetch;
  // Without this the library trusts TLS and does not check the signature.
  oidc.enableNonRepudiationChecks(client);
  if (isPlainHttp(provider)) oidc.allowInsecureRequests(client);
  if (at.jwks)
    oidc.setJwksCache(client, { jwks: at.jwks.jwks, uat: Math.min(at.jwks.uat, Math.floor(Date.now() / 1000) - 60) });
  return client;
}

/** Keeps the keys that a client fetched for the next one. */
export function rememberKeys(provider: ProviderConfiguration, client: oidc.Configuration): void {
  const at = known.get(provider);
  const jwks = oidc.getJwksCache(client);
  // With the true time of the fetch, so that a key that the eID withdrew is dropped five minutes after it was fetched.
  if (at && jwks && (!at.jwks || jwks.uat > at.jwks.uat)) at.jwks = jwks;
}

/** The key that signs requests; `null`: there is none, or the eID does not accept its algorithm. */
export async function signingKeyOf(
  { authentication }: ProviderConfiguration,
  { request_parameter_supported, request_object_signing_alg_values_supported }: oidc.ServerMetadata,
): Promise<oidc.PrivateKey | null> {
  if ("secret" in authentication || request_parameter_supported !== true) return null;
  const { alg } = authentication.privateJwk;
  const isTaken = request_object_signing_alg_values_supported?.includes(String(alg)) ?? false;
  return isTaken ? privateKeyOf(authentication.privateJwk as JWK) : null;
}

/** A visitor waits for discovery only where we have no metadata that is new enough. */
async function knownOf(provider: ProviderConfiguration): Promise<Known> {
  const [at, now] = [known.get(provider), Date.now()];
  if (!at || now - at.at > MAX_AGE_MS) return renewal(provider);
  if (now - at.at > RENEWAL_MS && now - at.triedAt > RETRY_MS) {
    at.triedAt = now;
    renewal(provider).catch((error: unknown) => log.warn({ event: "eid_metadata_not_renewed", ...faultOf(error) }));
  }
  return at;
}

/** One discovery at a time, however many visitors wait for it. */
function renewal(provider: ProviderConfiguration): Promise<Known> {
  const inProgress = renewals.get(provider) ?? renew(provider).finally(() => renewals.delete(provider));
  renewals.set(provider, inProgress);
  return inProgress;
}

async function renew(provider: ProviderConfiguration): Promise<Known> {
  const metadata = await discover(provider);
  const [before, now] = [known.get(provider), Date.now()];
  const jwks = before?.metadata.jwks_uri === metadata.jwks_uri ? before?.jwks : undefined;
  const at = { metadata, at: now, triedAt: now, ...(jwks && { jwks }) };
  known.set(provider, at);
  return at;
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
  const metadata = client.serverMetadata();
  if (!isUsable(provider, metadata)) throw new oidc.ClientError("The eID's metadata cannot be used");
  return metadata;
}

/** Names every endpoint that we need, and the issuer that the operator configured. */
function isUsable(provider: ProviderConfiguration, metadata: oidc.ServerMetadata): boolean {
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata;
  const needed = [authorization_endpoint, token_endpoint, jwks_uri];
  if (asksUserinfo(provider)) needed.push(userinfo_endpoint);
  const schemes = isPlainHttp(provider) ? ["http:", "https:"] : ["https:"];
  const isReachable = needed.every((endpoint) => schemes.includes(URL.parse(endpoint ?? "")?.protocol ?? ""));
  return isReachable && URL.parse(issuer)?.href === new URL(provider.issuer).href;
}

function clientMetadata(provider: ProviderConfiguration): Partial<oidc.ClientMetadata> {
  return { id_token_signed_response_alg: provider.idTokenAlg, [oidc.clockTolerance]: TOLERANCE_SECONDS };
}

async function authentication({ authentication }: ProviderConfiguration): Promise<oidc.ClientAuth> {
  if ("secret" in authentication) return oidc.ClientSecretBasic(authentication.secret);
  return oidc.PrivateKeyJwt(await privateKeyOf(authentication.privateJwk as JWK));
}

async function privateKeyOf(jwk: JWK): Promise<oidc.PrivateKey> {
  const key = await importJWK(jwk, jwk.alg ?? "ES256");
  if (key instanceof Uint8Array) throw new Error("The private key of the relying party is not an asymmetric key");
  return jwk.kid ? { key, kid: jwk.kid } : { key };
}

/** Only a loopback host can have an http issuer: `readProvider` refuses others. */
function isPlainHttp({ issuer }: ProviderConfiguration): boolean {
  return issuer.startsWith("http:");
}

/** Larger than any answer of an eID. */
const MAX_BYTES = 256 * 1024;

/** Statuses without a body (Fetch standard, "null body status"): `Response` throws if it gets one. */
const BODYLESS = new Set([204, 205, 304]);

/** `fetch` for requests to an eID: it follows no redirect and reads at most `MAX_BYTES`. */
async function boundedFetch(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const { body: sent, signal, ...others } = options;
  const response = await fetch(url, {
    ...others,
    body: (sent ?? null) as BodyInit | null,
    signal: signal ?? null,
    redirect: "manual",
  });
  const body = await readAtMost(response.body, MAX_BYTES);
  if (body === null) throw new Error("The eID's answer is too large");
  return new Response(BODYLESS.has(response.status) ? null : new Uint8Array(body), {
    status: response.status,
    headers: response.headers,
  });
}
