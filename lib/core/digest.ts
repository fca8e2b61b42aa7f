import { createHash, createHmac, type KeyObject } from "node:crypto";
import { config } from "./config.ts";

/**
 * Keyed digests: what is stored in place of something that must not be. Each takes one key (the first of the list, to
 * write); the plural forms give one digest a key, to find what an older key wrote.
 */
export function deviceDigest(organizationId: string, deviceId: string, [key] = config().keys): Buffer {
  return digestOf(key, "device", organizationId, deviceId);
}

export function deviceDigests(organizationId: string, deviceId: string, keys = config().keys): Buffer[] {
  return keys.map((key) => digestOf(key, "device", organizationId, deviceId));
}

/** Ties a verification to a browser. Holds for one verification only, so rows about one browser cannot be joined. */
export function browserDigest(verificationId: string, browserSecret: string, [key] = config().keys): Buffer {
  return digestOf(key, "browser", verificationId, browserSecret);
}

export function browserDigests(verificationId: string, browserSecret: string, keys = config().keys): Buffer[] {
  return keys.map((key) => digestOf(key, "browser", verificationId, browserSecret));
}

/** Names a check to the people who talk about it. */
export function referenceDigest(verificationId: string, [key] = config().keys): Buffer {
  return digestOf(key, "reference", verificationId);
}

/** Of a plugin key's secret. It is random and long, so it needs no key of ours, and outlives those that rotate. */
export function secretDigest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** In hexadecimal, one a key. */
export function idempotencyDigests(part: "key" | "request", ...text: string[]): string[] {
  return config().keys.map((key) => digestOf(key, `idempotency ${part}`, ...text).toString("hex"));
}

/** What one trip to the eID needs, derived instead of stored: the PKCE verifier (RFC 7636) and the nonce. */
export function attemptSecrets(verificationId: string, attempt: number, [key] = config().keys) {
  const derive = (purpose: string) => digestOf(key, purpose, verificationId, String(attempt)).toString("base64url");
  return { codeVerifier: derive("pkce"), nonce: derive("nonce") };
}

function digestOf(key: KeyObject, purpose: string, ...parts: string[]): Buffer {
  const hmac = createHmac("sha256", key).update(`digest ${purpose}\0`);
  // Lengths go before the parts, so that ("ab", "c") and ("a", "bc") differ.
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest();
}
