import { createHmac, type KeyObject } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { config } from "#lib/core/config.ts";
import { epochKeys } from "#lib/core/epoch.ts";
import { encryptId } from "#lib/core/opaque-id.ts";
import { withToken } from "#lib/core/return-url.rules.ts";

/** The return URL of one verification. The visitor's browser stores it after the database has erased it. */
export type EncryptedReturnUrl = { verificationId: string; href: string };

/** The label of the first release: cookies in visitors' browsers were encrypted under it. */
const COOKIE = "ticket";

/**
 * Encrypts it (JWE, A256GCM), so that only we can read or make one. It is valid for as long as a flow and its token live.
 * `purpose`: what is encrypted for one cannot be read for another.
 */
export async function encryptReturnUrl(
  { verificationId, href }: EncryptedReturnUrl,
  purpose = COOKIE,
): Promise<string> {
  const { flowMs, tokenMs } = config().ttl;
  return new EncryptJWT({ href })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setSubject(verificationId)
    .setExpirationTime(new Date(Date.now() + flowMs + tokenMs))
    .encrypt(returnUrlKey(epochKeys()[0], purpose));
}

/** `null`: we did not make it for this purpose, or it has expired. */
export async function decryptReturnUrl(encrypted: string, purpose = COOKIE): Promise<EncryptedReturnUrl | null> {
  for (const key of epochKeys()) {
    const decrypted = await jwtDecrypt(encrypted, returnUrlKey(key, purpose), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    }).catch(() => null);
    const { sub, href } = decrypted?.payload ?? {};
    if (sub && typeof href === "string") return { verificationId: sub, href };
  }
  return null;
}

function returnUrlKey(key: KeyObject, purpose: string): Uint8Array {
  return createHmac("sha256", key).update(`${purpose}\0`).digest();
}

/** The return URL with the token that says how the check ended. */
export function tokenUrl(verificationId: string, href: string): string {
  return withToken(href, encryptId("token", verificationId));
}
