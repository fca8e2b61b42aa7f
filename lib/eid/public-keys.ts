import { createPublicKey, type JsonWebKey } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { ProviderConfiguration } from "./providers.ts";
import { configuredProviders } from "./providers.ts";

type PrivateKeys = Pick<ProviderConfiguration, "authentication" | "decryption">;

/** Publishes our keys as a JWK Set (RFC 7517): what eIDs check our signatures with and encrypt to. */
export function publicKeys(): Promise<{ keys: JWK[] }> {
  return publicKeysOf(configuredProviders().map(({ configuration }) => configuration));
}

export async function publicKeysOf(eids: readonly PrivateKeys[]): Promise<{ keys: JWK[] }> {
  const keys = await Promise.all(eids.flatMap(keysOf));
  return { keys: [...new Map(keys.map((key) => [`${key.use} ${key.kid}`, key])).values()] };
}

function keysOf({ authentication, decryption }: PrivateKeys): Promise<JWK>[] {
  const signing = authentication.method === "private_key_jwt" ? [authentication.privateJwk] : [];
  return [
    ...signing.map((jwk) => publicHalf(jwk, "sig")),
    ...(decryption?.keys ?? []).map((jwk) => publicHalf(jwk, "enc")),
  ];
}

/** Made anew by Node from the private key, so that no private field can slip through. */
async function publicHalf(jwk: Record<string, unknown>, use: "sig" | "enc"): Promise<JWK> {
  const own = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }).export({ format: "jwk" }) as JWK;
  const kid = typeof jwk.kid === "string" ? jwk.kid : await calculateJwkThumbprint(own);
  return { ...own, kid, use, alg: String(jwk.alg) };
}
