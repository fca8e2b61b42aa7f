import { importJWK, type JWK } from "jose";
import * as oidc from "openid-client";
import { HOUR_MS } from "#lib/base/time.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { decryptingFetch } from "./decryption.ts";
import { ANSWER_SECONDS, boundedFetch, fetchForVisitor, TIMEOUT_SECONDS } from "./fetch.ts";
import { asksUserinfo, namesOfAlg, type ProviderConfiguration } from "./providers.ts";
import { withUsualStatus } from "./usual-answer.ts";

/** Clocks that are set by NTP differ by less. */
export const TOLERANCE_SECONDS = 10;

/** Sets how old an eID's metadata may be before we ask for it again, and, where that fails, before we no longer use it. */
const [RENEWAL_MS, MAX_AGE_MS] = [HOUR_MS, 24 * HOUR_MS];
/** The pause before an eID that did not answer is asked again. */
const RETRY_MS = 60_000;
type Known = { metadata: oidc.ServerMetadata; at: number; triedAt: number };

const known = new WeakMap<ProviderConfiguration, Known>();
const renewals = new WeakMap<ProviderConfiguration, Promise<Known>>();

/** A client with the discovered metadata. `until`: ends its requests, all of them together. */
export async function clientOf(provider: ProviderConfiguration, until: AbortSignal): Promise<oidc.Configuration> {
  const { metadata } = await orLate(knownOf(provider), until);
  const client = new oidc.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: [...namesOfAlg(provider.idTokenAlg)] },
    provider.clientId,
    clientMetadata(provider),
    await authentication(provider),
  );
  client.timeout = TIMEOUT_SECONDS;
  const fetch = withUsualStatus(fetchForVisitor(provider, until), metadata);
  const { decryption } = provider;
  client[oidc.customFetch] = decryption ? decryptingFetch(fetch, metadata, decryption) : fetch;
  // Without this the library trusts TLS and does not check the signature.
  oidc.enableNonRepudiationChecks(client);
  if (isPlainHttp(provider)) oidc.allowInsecureRequests(client);
  return client;
}

type SigningKey = { key: oidc.PrivateKey; named: oidc.ModifyAssertionOptions };

/** The key that signs requests; `null`: there is none, or the eID does not say that it accepts its algorithm. */
export async function signingKeyOf(
  { authentication, signedRequests }: ProviderConfiguration,
  { request_parameter_supported, request_object_signing_alg_values_supported }: oidc.ServerMetadata,
): Promise<SigningKey | null> {
  if (authentication.method !== "private_key_jwt") return null;
  const { privateJwk } = authentication;
  const isListed = request_object_signing_alg_values_supported?.includes(String(privateJwk.alg)) ?? false;
  // The operator knows better than the metadata.
  const isTaken = signedRequests === "always" || (request_parameter_supported === true && isListed);
  return isTaken ? signingKey(privateJwk) : null;
}

/** A visitor waits for discovery only where we have no metadata that is new enough. */
async function knownOf(provider: ProviderConfiguration): Promise<Known> {
  const [at, now] = [known.get(provider), performance.now()];
  if (!at || now - at.at > MAX_AGE_MS) return renewal(provider, fetchForVisitor(provider));
  if (now - at.at > RENEWAL_MS && now - at.triedAt > RETRY_MS) {
    at.triedAt = now;
    renewal(provider, boundedFetch).catch((error: unknown) =>
      log.warn({ event: "eid_metadata_not_renewed", ...faultOf(error) }),
    );
  }
  return at;
}

/** The discovery goes on for the next visitor. */
function orLate(known: Promise<Known>, until: AbortSignal): Promise<Known> {
  const late = new Promise<never>((_, fail) => {
    until.addEventListener("abort", () => fail(until.reason), { once: true });
  });
  return Promise.race([known, late]);
}

/** One discovery at a time, however many visitors wait for it. */
function renewal(provider: ProviderConfiguration, fetch: oidc.CustomFetch): Promise<Known> {
  const inProgress = renewals.get(provider) ?? renew(provider, fetch).finally(() => renewals.delete(provider));
  renewals.set(provider, inProgress);
  return inProgress;
}

async function renew(provider: ProviderConfiguration, fetch: oidc.CustomFetch): Promise<Known> {
  const metadata = await discover(provider, fetch);
  const now = performance.now();
  const at = { metadata, at: now, triedAt: now };
  known.set(provider, at);
  return at;
}

/** Throws where the document cannot be read, or lacks what we need. */
export async function discover(provider: ProviderConfiguration, fetch: oidc.CustomFetch): Promise<oidc.ServerMetadata> {
  const client = await oidc.discovery(
    new URL(provider.issuer),
    provider.clientId,
    clientMetadata(provider),
    await authentication(provider),
    {
      timeout: TIMEOUT_SECONDS,
      execute: isPlainHttp(provider) ? [oidc.allowInsecureRequests] : [],
      [oidc.customFetch]: fetch,
    },
  );
  const metadata = client.serverMetadata();
  if (!isUsable(provider, metadata))
    throw Object.assign(new oidc.ClientError("The eID's metadata cannot be used"), { code: "EID_METADATA_UNUSABLE" });
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
  return {
    ...(provider.userinfoAlg && { userinfo_signed_response_alg: provider.userinfoAlg }),
    // As `iat` is judged, which may also be as young as the answer.
    [oidc.clockTolerance]: TOLERANCE_SECONDS + ANSWER_SECONDS,
  };
}

async function authentication({ authentication }: ProviderConfiguration): Promise<oidc.ClientAuth> {
  if (authentication.method === "private_key_jwt") {
    const { key, named } = await signingKey(authentication.privateJwk);
    return oidc.PrivateKeyJwt(key, named);
  }
  const { method, secret } = authentication;
  return method === "client_secret_post" ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

/** `named`: the library says `Ed25519` in every signature of such a key, and an eID may take only the name that our list has. */
async function signingKey(jwk: JWK): Promise<SigningKey> {
  const { alg = "ES256", kid } = jwk;
  const key = await asymmetric(jwk, alg);
  const named = { [oidc.modifyAssertion]: (header: Record<string, unknown>) => void Object.assign(header, { alg }) };
  return { key: kid ? { key, kid } : { key }, named };
}

async function asymmetric(jwk: JWK, alg: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg);
  if (key instanceof Uint8Array) throw new Error("A private key of the relying party is not an asymmetric key");
  return key;
}

/** Only a loopback host can have an http issuer: `readProvider` refuses others. */
function isPlainHttp({ issuer }: ProviderConfiguration): boolean {
  return issuer.startsWith("http:");
}
