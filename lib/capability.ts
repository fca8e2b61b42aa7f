import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";
import { config } from "./config.ts";

/** What a capability is for. One minted for a purpose opens for no other. */
export type Purpose = "session" | "token" | "state";

const ID_BYTES = 16;
const MAC_BYTES = 16;

/**
 * An id and its MAC: `base64url(id ‖ HMAC-SHA-256(key, purpose ‖ id)[0..16])`, 43 characters. Whoever holds it may act on
 * that verification for that purpose; nothing of it is stored, so a copy of the database opens nothing.
 */
export function mintCapability(purpose: Purpose, id: string, [key] = config().keys): string {
  const bytes = parse(id);
  return Buffer.concat([bytes, macOf(key, purpose, bytes)]).toString("base64url");
}

/** The id, or `null` for anything we did not mint for this purpose. Answered from memory: a forged one costs no query. */
export function openCapability(
  purpose: Purpose,
  text: string,
  keys: readonly KeyObject[] = config().keys,
): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  // 43 characters carry 258 bits: the last two must be zero, or one capability would have four spellings.
  if (bytes.toString("base64url") !== text) return null;
  const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
  return keys.some((key) => timingSafeEqual(macOf(key, purpose, id), mac)) ? stringify(id) : null;
}

function macOf(key: KeyObject, purpose: Purpose, id: Uint8Array): Buffer {
  return createHmac("sha256", key).update(`capability ${purpose}\0`).update(id).digest().subarray(0, MAC_BYTES);
}
