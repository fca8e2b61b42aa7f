import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";

/** Lists what our own keys are for, with the algorithms that the settings take for it. The first is the one that brokers name most often. */
export const KEY_ALGS = {
  signing: ["RS256", "PS256", "ES256", "ES384"],
  encryption: ["RSA-OAEP-256", "ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A256KW"],
} as const;

export type EidKeyUse = keyof typeof KEY_ALGS;

/** NIST SP 800-57 counts 2,048 bits until 2030. */
const RSA_BITS = 3072;

/** Makes a key in the form of its setting, and stores nothing. Its `kid` is its thumbprint (RFC 7638). */
export async function makeKey(use: EidKeyUse, alg: string): Promise<{ kid: string; value: JWK | JWK[] }> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: RSA_BITS });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const named = { kid, alg, ...jwk };
  return { kid, value: use === "signing" ? named : [named] };
}
