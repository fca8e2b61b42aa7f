import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { JWK } from "jose";
import type { ProviderConfiguration } from "./providers.ts";

export type PrivateKeys = Pick<ProviderConfiguration, "authentication" | "decryption">;

/** Lists the keys with which we sign for these eIDs, or decrypt what they send. A start reads it, so it loads no package. */
export function ownKeysOf(eids: readonly PrivateKeys[]) {
  return eids.flatMap(({ authentication, decryption }) => {
    const signing = authentication.method === "private_key_jwt" ? [authentication.privateJwk] : [];
    return [
      ...signing.map((jwk) => ({ use: "sig", jwk })),
      ...(decryption?.keys ?? []).map((jwk) => ({ use: "enc", jwk })),
    ];
  });
}

/** Lists the names (`kid`) under which eIDs would find two different keys of ours in the one list that all of them fetch. */
export function kidsOfTwoKeys(eids: readonly PrivateKeys[]): string[] {
  const named = ownKeysOf(eids).filter(({ jwk }) => jwk.kid !== undefined);
  const namesakes = [...Map.groupBy(named, ({ use, jwk }) => `${use} ${jwk.kid}`).values()];
  const twice = namesakes.filter((keys) => new Set(keys.map(({ jwk }) => JSON.stringify(publicHalf(jwk)))).size > 1);
  return [...new Set(twice.flatMap((keys) => keys.map(({ jwk }) => String(jwk.kid))))];
}

/** Makes it anew by Node from the private key, so that no private field can slip through. */
export function publicHalf(jwk: Record<string, unknown>): JWK {
  return createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }).export({ format: "jwk" }) as JWK;
}
