import { createHmac, type KeyObject } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { config } from "#lib/core/config.ts";

/** The way home of one verification, kept by the visitor's own browser once the database has forgotten it. */
export type EncryptedReturnUrl = { verificationId: string; href: string };

/** Sealed (JWE, A256GCM), so that only we can read or make one; good for as long as a flow and its token live. */
export async function encryptReturnUrl({ verificationId, href }: EncryptedReturnUrl): Promise<string> {
  const { flowMs, tokenMs } = config().ttl;
  return new EncryptJWT({ href })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setSubject(verificationId)
    .setExpirationTime(new Date(Date.now() + flowMs + tokenMs))
    .encrypt(returnUrlKey(config().keys[0]));
}

/** `null` for anything that is not a ticket of ours, or no longer one. */
export async function decryptReturnUrl(sealed: string): Promise<EncryptedReturnUrl | null> {
  for (const key of config().keys) {
    const opened = await jwtDecrypt(sealed, returnUrlKey(key), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    }).catch(() => null);
    const { sub, href } = opened?.payload ?? {};
    if (sub && typeof href === "string") return { verificationId: sub, href };
  }
  return null;
}

function returnUrlKey(key: KeyObject): Uint8Array {
  return createHmac("sha256", key).update("ticket\0").digest();
}
