import { timingSafeEqual } from "node:crypto";
import { config } from "#lib/core/config.ts";
import { attemptSecrets, browserDigests } from "#lib/core/digest.ts";
import { decryptId, encryptId } from "#lib/core/opaque-id.ts";
import { referenceOf } from "#lib/core/reference.ts";
import type { AuthorizationAttempt } from "#lib/eid/relying-party.ts";
import type { VerificationRow } from "./read-verification.ts";

/** One try at the eID: the number that the row counts, and when it began. The person must sign in after that. */
export type Attempt = { number: number; begunAt: Date };

/** The secrets of one attempt at the eID. They are derived, not stored, so that the callback can compute them again. */
export function attemptOf(
  { id, provider, mode, minimumAge }: VerificationRow,
  { number, begunAt }: Attempt,
): AuthorizationAttempt {
  const state = `${encryptId("state", id)}.${number}.${(+begunAt).toString(36)}`;
  const redirectUri = `${config().baseUrl}/verify/${provider}/callback`;
  const about = { provider, mode, ref: referenceOf(id) };
  return { state, ...attemptSecrets(id, number, begunAt), begunAt, redirectUri, minimumAge, about };
}

/**
 * Which attempt an answer belongs to; `null`: the state is not ours. Its number and its moment are not encrypted: a visitor who
 * changes one makes us compare the answer with the wrong secrets, which refuse it.
 */
export function readState(states: readonly string[]): (Attempt & { id: string }) | null {
  const [, opaqueId = "", number = "", moment = ""] = /^([^.]+)\.(\d{1,4})\.([0-9a-z]{8})$/.exec(states[0] ?? "") ?? [];
  const id = states.length === 1 ? decryptId("state", opaqueId) : null;
  return id === null ? null : { id, number: Number(number), begunAt: new Date(Number.parseInt(moment, 36)) };
}

/** What a browser stores for a verification: the secret that binds it to this browser, and the encrypted return URL. */
export type Visitor = { secretFor(id: string): string | null; encryptedReturnUrlFor(id: string): string | null };

/** Is this the browser that claimed the link? */
export function isSameBrowser({ id, browser }: VerificationRow, visitor: Visitor): boolean {
  const secret = visitor.secretFor(id);
  if (browser === null || secret === null) return false;
  return browserDigests(id, secret).some((digest) => timingSafeEqual(digest, browser));
}
