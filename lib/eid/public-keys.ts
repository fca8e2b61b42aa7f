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
  const keys = await Promise.all(
    eids.flatMap(keysOf).map(async ({ use, jwk }): Promise<JWK> => {
      const own = publicHalf(jwk);
      const kid = typeof jwk.kid === "string" ? jwk.kid : await calculateJwkThumbprint(own);
      return { ...own, kid, use, alg: String(jwk.alg) };
    }),
  );
  return { keys: [...new Map(keys.map((key) => [`${key.use} ${key.kid}`, key])).values()] };
}

/** Lists the names (`kid`) under which eIDs would find two different keys of ours in the one list that all of them fetch. */
export function kidsOfTwoKeys(eids: readonly PrivateKeys[]): string[] {
  const named = eids.flatMap(keysOf).filter(({ jwk }) => jwk.kid !== undefined);
  const namesakes = [...Map.groupBy(named, ({ use, jwk }) => `${use} ${jwk.kid}`).values()];
  const twice = namesakes.filter((keys) => new Set(keys.map(({ jwk }) => JSON.stringify(publicHalf(jwk)))).size > 1);
  return [...new Set(twice.flatMap((keys) => keys.map(({ jwk }) => String(jwk.kid))))];
}

function keysOf({ authentication, decryption }: PrivateKeys) {
  const signing = authentication.method === "private_key_jwt" ? [authentication.privateJwk] : [];
  return [
    ...signing.map((jwk) => ({ use: "sig", jwk })),
    ...(decryption?.keys ?? []).map((jwk) => ({ use: "enc", jwk })),
  ];
}

/** Makes it anew by Node from the private key, so that no private field can slip through. */
function publicHalf(jwk: Record<string, unknown>): JWK {
  return createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }).export({ format: "jwk" }) as JWK;
}
