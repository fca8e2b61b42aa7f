import { calculateJwkThumbprint, type JWK } from "jose";
import { ownKeysOf, type PrivateKeys, publicHalf } from "./own-keys.ts";
import { configuredProviders } from "./providers.ts";

/** Publishes our keys as a JWK Set (RFC 7517): what eIDs check our signatures with and encrypt to. */
export function publicKeys(): Promise<{ keys: JWK[] }> {
  return publicKeysOf(configuredProviders().map(({ configuration }) => configuration));
}

export async function publicKeysOf(eids: readonly PrivateKeys[]): Promise<{ keys: JWK[] }> {
  const keys = await Promise.all(
    ownKeysOf(eids).map(async ({ use, jwk }): Promise<JWK> => {
      const own = publicHalf(jwk);
      const kid = typeof jwk.kid === "string" ? jwk.kid : await calculateJwkThumbprint(own);
      return { ...own, kid, use, alg: String(jwk.alg) };
    }),
  );
  return { keys: [...new Map(keys.map((key) => [`${key.use} ${key.kid}`, key])).values()] };
}
