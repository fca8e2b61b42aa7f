import type { VerificationRow } from "#db/queries/verification.ts";
import { config } from "#lib/core/config.ts";
import { attemptSecrets } from "#lib/core/digest.ts";
import { decryptId, encryptId } from "#lib/core/opaque-id.ts";
import type { AuthorizationAttempt } from "#lib/eid/relying-party.ts";

/** One trip to the eID. Derived from the verification and the attempt, so that the callback knows it again. */
export function attemptOf({ id, provider, minimumAge }: VerificationRow, attempt: number): AuthorizationAttempt {
  const redirectUri = `${config().baseUrl}/verify/${provider}/callback`;
  return { state: `${encryptId("state", id)}.${attempt}`, ...attemptSecrets(id, attempt), redirectUri, minimumAge };
}

/**
 * Which trip an answer belongs to; `null`: none of ours. The attempt is written openly: whoever changes it in their own
 * browser only asks for an answer to be held against secrets that it was not made with.
 */
export function readState(states: readonly string[]): { id: string; attempt: number } | null {
  const [, opaqueId = "", attempt = ""] = /^([^.]+)\.(\d{1,4})$/.exec(states[0] ?? "") ?? [];
  const id = states.length === 1 ? decryptId("state", opaqueId) : null;
  return id === null ? null : { id, attempt: Number(attempt) };
}
