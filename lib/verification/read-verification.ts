import { findVerification, type StoredVerification } from "#db/queries/verification.ts";
import { database } from "#lib/runtime/database.ts";
import { decryptPage } from "./page-key.ts";

/** `returnUrl`, `browser`: `null` after they were purged. */
export type VerificationRow = Omit<StoredVerification, "returnUrl" | "browser" | "salt"> & {
  returnUrl: string | null;
  browser: Buffer | null;
};

/** A verification as its link needs it; or `null`. */
export async function readVerification(id: string): Promise<VerificationRow | null> {
  const row = await findVerification(database("link"), id);
  if (row === null) return null;
  const { salt, returnUrl, browser, ...rest } = row;
  return {
    ...rest,
    returnUrl: decryptPage(returnUrl, salt)?.toString() ?? null,
    browser: decryptPage(browser, salt),
  };
}
