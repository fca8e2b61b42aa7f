import { createHmac, type KeyObject } from "node:crypto";
import { EncryptJWT, type JWTPayload, jwtDecrypt } from "jose";
import { epochKeys } from "#lib/runtime/epoch.ts";

/** Encrypts claims (JWE, A256GCM), so that only we can read or make them. `purpose`: what is encrypted for one cannot be read for another. */
export async function encryptClaims(purpose: string, claims: JWTPayload, until: Date): Promise<string> {
  return new EncryptJWT(claims)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime(until)
    .encrypt(keyFor(purpose, epochKeys()[0]));
}

/** `null`: we did not make them for this purpose, or they have expired. */
export async function decryptClaims(purpose: string, encrypted: string): Promise<JWTPayload | null> {
  for (const key of epochKeys()) {
    const decrypted = await jwtDecrypt(encrypted, keyFor(purpose, key), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    }).catch(() => null);
    if (decrypted !== null) return decrypted.payload;
  }
  return null;
}

function keyFor(purpose: string, key: KeyObject): Uint8Array {
  return createHmac("sha256", key).update(`${purpose}\0`).digest();
}
