import { claimVerification } from "#db/queries/verification.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { browserDigest } from "#lib/core/digest.ts";
import { claimPageKey } from "./page-key.ts";
import type { VerificationRow } from "./read-verification.ts";

/** Claims the link for the browser with this secret. Of all that try, one succeeds; the row tells which. */
export async function claimLink(
  { id, returnUrl }: Pick<VerificationRow, "id" | "returnUrl">,
  secret: string,
): Promise<boolean> {
  const { id: pageKeyId, encrypt } = await claimPageKey();
  const browser = encrypt(browserDigest(id, secret));
  const claim = { browser, returnUrl: returnUrl === null ? null : encrypt(returnUrl), pageKeyId };
  return claimVerification(database("link"), id, claim, config().ttl.linkMs);
}
