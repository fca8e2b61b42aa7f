import { type KeyObject, timingSafeEqual } from "node:crypto";
import { attemptSecrets, browserDigests } from "#lib/crypto/digest.ts";
import { decryptId, encryptId } from "#lib/crypto/opaque-id.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import type { AuthorizationAttempt } from "#lib/eid/relying-party.ts";
import { config } from "#lib/runtime/config.ts";
import { epochKeys } from "#lib/runtime/epoch.ts";
import type { VerificationRow } from "./read-verification.ts";

/**
 * One try at the eID: the number that the row counts, and when it began. The person must sign in after that. `key`: under which its
 * secrets are derived; the first where it begins.
 */
export type Attempt = { number: number; begunAt: Date; key?: KeyObject };

/** The secrets of one attempt at the eID. They are derived, not stored, so that the callback can compute them again. */
export function attemptOf(
  { id, provider, mode, minimumAge }: Pick<VerificationRow, "id" | "provider" | "mode" | "minimumAge">,
  { number, begunAt, key = epochKeys()[0] }: Attempt,
): AuthorizationAttempt {
  const state = `${encryptId("state", id, [key])}.${number}.${(+begunAt).toString(36)}`;
  const redirectUri = `${config().baseUrl}/verify/${provider}/callback`;
  const about = { provider, mode, ref: referenceOf(id) };
  return { state, ...attemptSecrets(id, number, begunAt, [key]), begunAt, redirectUri, minimumAge, about };
}

/**
 * Tells which attempt an answer belongs to; `null`: the state is not ours. Its number and its moment are not encrypted:
 * a visitor who changes one makes us compare the answer with the wrong secrets, which refuse it.
 */
export function readState(states: readonly string[]): (Attempt & { id: string }) | null {
  const [, opaqueId = "", number = "", moment = ""] = /^([^.]+)\.(\d{1,4})\.([0-9a-z]{8})$/.exec(states[0] ?? "") ?? [];
  if (states.length !== 1) return null;
  for (const key of epochKeys()) {
    const id = decryptId("state", opaqueId, [key]);
    if (id !== null) return { id, number: Number(number), begunAt: new Date(Number.parseInt(moment, 36)), key };
  }
  return null;
}

/**
 * Holds what a browser stores for a verification: the secret that binds it to this browser, and the encrypted return URL.
 * `caller`: its address prefix, as `callerOf` writes it.
 */
export type Visitor = {
  secretFor(id: string): string | null;
  encryptedReturnUrlFor(id: string): string | null;
  caller: string;
};

/** Is this the browser that claimed the link? */
export function isSameBrowser({ id, browser }: VerificationRow, visitor: Visitor): boolean {
  const secret = visitor.secretFor(id);
  if (browser === null || secret === null) return false;
  return browserDigests(id, secret).some((digest) => timingSafeEqual(digest, browser));
}
