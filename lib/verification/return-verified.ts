import { timingSafeEqual } from "node:crypto";
import { readKeys } from "#db/queries/admission-key.ts";
import { findProofs } from "#db/queries/verification-proof.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { deviceDigests } from "#lib/core/digest.ts";
import type { StartRequest } from "./admit.ts";
import { decryptReturnUrl } from "./encrypted-return-url.ts";
import { tokenUrl } from "./link-state.ts";
import { isProofOf } from "./token.rules.ts";

/**
 * Contract §1, rule 10, for a visitor who navigates: the page that was asked for, with the token of the proof that this very
 * browser made. `tickets`: the encrypted return URLs that the browser keeps; a device id alone opens nothing. `null`: it made
 * no proof that this plugin key would hear a yes about.
 */
export async function returnOfVerified(request: StartRequest, tickets: readonly string[]): Promise<string | null> {
  const opened = await Promise.all(tickets.map(decryptReturnUrl));
  const ids = opened.flatMap((encryptedReturnUrl) => encryptedReturnUrl?.verificationId ?? []);
  if (ids.length === 0 || request.pluginKey === null) return null;
  const [{ now, proofs }, { keys }] = await Promise.all([
    findProofs(database(), ids),
    readKeys(database(), [request.pluginKey], []),
  ]);
  const key = keys[0] ?? null;
  const proof = [...proofs.values()]
    .filter((row) => {
      const digests = deviceDigests(row.organizationId, request.deviceId);
      const isSameDevice = digests.some((digest) => timingSafeEqual(digest, row.device));
      return isProofOf({ ...row, isSameDevice }, request, key, now, config().ttl);
    })
    // Of several, the one whose token lives longest.
    .toSorted((a, b) => Number(b.completedAt) - Number(a.completedAt))[0];
  return proof ? tokenUrl(proof.id, request.returnUrl.href) : null;
}
