import { timingSafeEqual } from "node:crypto";
import { findAskingKeys, findProofs } from "#db/queries/verification-proof.ts";
import { deviceDigests } from "#lib/crypto/digest.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { decryptReturnUrl, tokenUrl } from "./encrypted-return-url.ts";
import type { StartRequest } from "./facts.ts";
import { isProofOf } from "./token.rules.ts";

/**
 * Contract §1, rule 10, for a visitor who navigates: the return URL of this call with the token of the proof that the same
 * browser made. `encryptedReturnUrls`: those that the browser stores; a device id alone is not enough. `null`: the browser made
 * no proof that answers this plugin key with a yes.
 */
export async function returnOfVerified(
  request: StartRequest,
  encryptedReturnUrls: readonly string[],
): Promise<string | null> {
  const returnUrls = await Promise.all(encryptedReturnUrls.map((one) => decryptReturnUrl(one)));
  const ids = returnUrls.flatMap((one) => one?.verificationId ?? []);
  if (ids.length === 0 || request.pluginKey === null) return null;
  const [{ now, proofs }, keys] = await Promise.all([
    findProofs(database("check"), ids),
    findAskingKeys(database("check"), [request.pluginKey]),
  ]);
  const key = keys.get(request.pluginKey) ?? null;
  const proof = [...proofs.values()]
    .filter((row) => {
      const digests = deviceDigests(row.organizationId, request.deviceId);
      const isSameDevice = digests.some((digest) => timingSafeEqual(digest, row.device));
      return isProofOf({ ...row, isSameDevice }, request, key, now, config().ttl);
    })
    // The one whose token lives longest.
    .toSorted((a, b) => Number(b.completedAt) - Number(a.completedAt))[0];
  return proof ? tokenUrl(proof.id, request.returnUrl.href) : null;
}
