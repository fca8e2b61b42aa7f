import { createHash, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import { hmac } from "#lib/base/hmac.ts";
import { config } from "#lib/runtime/config.ts";
import { epochKeys } from "#lib/runtime/epoch.ts";

/**
 * Keyed digests, which we store in place of values that we may not store. The singular forms use the first key, for writing;
 * the plural forms give one digest for each key, to find rows that an older key wrote.
 */
export function deviceDigest(organizationId: string, deviceId: string, [key] = epochKeys()): Buffer {
  return digestOf(key, "device", organizationId, deviceId);
}

export function deviceDigests(organizationId: string, deviceId: string, keys = epochKeys()): Buffer[] {
  return keys.map((key) => digestOf(key, "device", organizationId, deviceId));
}

/** Binds a verification to a browser. It differs for each verification, so that rows about one browser cannot be joined. */
export function browserDigest(verificationId: string, browserSecret: string, [key] = epochKeys()): Buffer {
  return digestOf(key, "browser", verificationId, browserSecret);
}

export function browserDigests(verificationId: string, browserSecret: string, keys = epochKeys()): Buffer[] {
  return keys.map((key) => digestOf(key, "browser", verificationId, browserSecret));
}

/** Of six digits, which whoever reads the database could guess without our key. Each session has its own digest of a code. */
export function codeDigest(sessionId: string, code: string): Buffer {
  return digestOf(epochKeys()[0], "sign-in code", sessionId, code);
}

export function codeDigests(sessionId: string, code: string): Buffer[] {
  return epochKeys().map((key) => digestOf(key, "sign-in code", sessionId, code));
}

/** Says what stands for a device, an address or a token in the limits that machines share: half of a digest, as text. */
export function limitDigest(kind: string, name: string, [key] = config().keys): string {
  return digestOf(key, "limit", kind, name).toString("base64url", 0, 16);
}

/** The source of a check's reference. */
export function referenceDigest(verificationId: string, [key] = config().keys): Buffer {
  return digestOf(key, "reference", verificationId);
}

/** The digest of a session, a link or a plugin key's secret. A random secret needs no key, so rotating ours keeps it valid. */
export function secretDigest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Compares every digest, in hexadecimal, in constant time, so that the time says nothing about them. `given`: `null`: none. */
export function isSecretIn(digests: readonly string[], given: string | null): boolean {
  if (digests.length === 0 || given === null) return false;
  const digest = secretDigest(given);
  return digests.filter((one) => timingSafeEqual(Buffer.from(one, "hex"), digest)).length > 0;
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** One digest for each key, in hexadecimal. */
export function idempotencyDigests(part: "key" | "request", ...text: string[]): string[] {
  return epochKeys().map((key) => digestOf(key, `idempotency ${part}`, ...text).toString("hex"));
}

/** The PKCE verifier (RFC 7636) and the nonce of one authorization attempt, derived so that neither is stored. */
export function attemptSecrets(verificationId: string, attempt: number, begunAt: Date, [key] = epochKeys()) {
  const parts = [verificationId, String(attempt), String(+begunAt)];
  const derive = (purpose: string) => digestOf(key, purpose, ...parts).toString("base64url");
  return { codeVerifier: derive("pkce"), nonce: derive("nonce") };
}

function digestOf(key: KeyObject, purpose: string, ...parts: string[]): Buffer {
  let message = `digest ${purpose}\0`;
  // Each length precedes its part, so that ("ab", "c") and ("a", "bc") differ.
  for (const part of parts) message += `${Buffer.byteLength(part)}:${part}`;
  return hmac(key, message);
}
