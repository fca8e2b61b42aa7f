import { findLogo } from "#db/queries/organization-logo.ts";
import { database } from "#lib/core/database.ts";

export type Logo = { mediaType: string; bytes: Uint8Array<ArrayBuffer> };

/** The logo with this digest (SHA-256, 64 hexadecimal digits, lower case). What cannot be one is never looked up. */
export async function readLogo(digest: string): Promise<Logo | null> {
  if (!/^[0-9a-f]{64}$/.test(digest)) return null;
  const found = await findLogo(database(), digest);
  return found && { mediaType: found.mediaType, bytes: found.bytes };
}
