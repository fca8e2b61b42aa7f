import { importJWK, type JWK } from "jose";
import * as oidc from "openid-client";
import { faultOf, log } from "#lib/core/log.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { asksUserinfo, type ProviderConfiguration } from "./configuration.ts";

/** An answer may take this long; `slow` eIDs exist, and a visitor waits for nothing else. */
export const TIMEOUT_SECONDS = 20;
/** Clocks of machines that keep time differ by less. */
export const TOLERANCE_SECONDS = 10;

const HOUR_MS = 60 * 60_000;
/** How old what is known of an eID may be before it is asked again, and where that fails, before it is believed no more. */
const [RENEWED_MS, BELIEVED_MS] = [HOUR_MS, 24 * HOUR_MS];
/** An eID that does not answer is not asked again with every visitor. */
const RETRIED_MS = 60_000;

type Known = {
  metadata: oidc.ServerMetadata;
  at: number;
  triedAt: number;
  jwks?: ReturnType<typeof oidc.getJwksCache>;
};

/** What was learned of each eID by discovery. */
const known = new WeakMap<ProviderConfiguration, Known>();
const renewals = new WeakMap<ProviderConfiguration, Promise<Known>>();

/**
 * A client over the discovered metadata. Each has its own view of the eID's keys, dated back a minute: the library
 * fetches keys again for an unknown key id only when they are a minute old, and an eID that has just rotated must not
 * turn visitors away for that minute.
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
  // Without this the library trusts TLS and leaves the signature unread.
  oidc.enableNonRepudiationChecks(client);
  if (isPlainHttp(provider)) oidc.allowInsecureRequests(client);
  if (at.jwks)
    oidc.setJwksCache(client, { jwks: at.jwks.jwks, uat: Math.min(at.jwks.uat, Math.floor(Date.now() / 1000) - 60) });
  return client;
}

export function remember(provider: ProviderConfiguration, client: oidc.Configuration): void {
  const at = known.get(provider);
  const jwks = oidc.getJwksCache(client);
  // Keep the true time of the fetch: a key that the eID withdrew is forgotten five minutes after it was fetched.
  if (at && jwks && (!at.jwks || jwks.uat > at.jwks.uat)) at.jwks = jwks;
}

/** What a request is signed with; `null`: there is no key, or the eID does not take what it signs. */
export async function signingKeyOf(
  { authentication }: ProviderConfiguration,
  { request_parameter_supported, request_object_signing_alg_values_supported }: oidc.ServerMetadata,
): Promise<oidc.PrivateKey | null> {
  if ("secret" in authentication || request_parameter_supported !== true) return null;
  const { alg } = authentication.privateJwk;
  const isTaken = request_object_signing_alg_values_supported?.includes(String(alg)) ?? false;
  return isTaken ? privateKeyOf(authentication.privateJwk as JWK) : null;
}

/** A visitor waits for discovery only if nothing is known that can be believed. */
async function knownOf(provider: ProviderConfiguration): Promise<Known> {
  const [at, now] = [known.get(provider), Date.now()];
  if (!at || now - at.at > BELIEVED_MS) return renewal(provider);
  if (now - at.at > RENEWED_MS && now - at.triedAt > RETRIED_MS) {
    at.triedAt = now;
    renewal(provider).catch((error: unknown) => log.warn({ event: "eid_metadata_not_renewed", ...faultOf(error) }));
  }
  return at;
}

/** One at a time, however many visitors want it. */
function renewal(provider: ProviderConfiguration): Promise<Known> {
  const underWay = renewals.get(provider) ?? renew(provider).finally(() => renewals.delete(provider));
  renewals.set(provider, underWay);
  return underWay;
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

/** Says where everything is that we need, and that it is the eID which was configured. */
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

/** Only the loopback may be spoken to without TLS; `readProvider` has seen to that. */
function isPlainHttp({ issuer }: ProviderConfiguration): boolean {
  return issuer.startsWith("http:");
}
