import { timingSafeEqual } from "node:crypto";
import { config } from "#lib/core/config.ts";
import { attemptSecrets, browserDigests } from "#lib/core/digest.ts";
import { decryptId, encryptId } from "#lib/core/opaque-id.ts";
import type { AuthorizationAttempt } from "#lib/eid/relying-party.ts";
import type { VerificationRow } from "./read-verification.ts";

/** The secrets of one attempt at the eID. They are derived, not stored, so that the callback can compute them again. */
export function attemptOf({ id, provider, minimumAge }: VerificationRow, attempt: number): AuthorizationAttempt {
  const redirectUri = `${config().baseUrl}/verify/${provider}/callback`;
  return { state: `${encryptId("state", id)}.${attempt}`, ...attemptSecrets(id, attempt), redirectUri, minimumAge };
}

/**
 * Which attempt an answer belongs to; `null`: the state is not ours. The number of the attempt is not encrypted: a visitor who
 * changes it makes us compare the answer with the wrong secrets, which refuse it.
 */
export function readState(states: readonly string[]): { id: string; attempt: number } | null {
  const [, opaqueId = "", attempt = ""] = /^([^.]+)\.(\d{1,4})$/.exec(states[0] ?? "") ?? [];
  const id = states.length === 1 ? decryptId("state", opaqueId) : null;
  return id === null ? null : { id, attempt: Number(attempt) };
}

/** What a browser stores for a verification: the secret that binds it to this browser, and the encrypted return URL. */
export type Visitor = { secretFor(id: string): string | null; encryptedReturnUrlFor(id: string): string | null };

/** Is this the browser that claimed the link? */
export function isSameBrowser({ id, browser }: VerificationRow, visitor: Visitor): boolean {
  const secret = visitor.secretFor(id);
  if (browser === null || secret === null) return false;
  return browserDigests(id, secret).some((digest) => timingSafeEqual(digest, browser));
}
