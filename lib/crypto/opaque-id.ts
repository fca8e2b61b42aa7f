import { createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";
import { hmac } from "#lib/base/hmac.ts";
import { epochKeys } from "#lib/runtime/epoch.ts";

/** An opaque id that we made for one purpose decrypts for no other. */
const PURPOSES = ["session", "token", "state", "cursor"] as const;
export type Purpose = (typeof PURPOSES)[number];

const HALF = 16;

/**
 * A verification's id, encrypted: `base64url(masked ‖ mac)`, 43 characters, where `mac = HMAC-SHA-256(k1, id)[0..16]` and
 * `masked = id ⊕ HMAC-SHA-256(k2, mac)[0..16]` (a synthetic IV, as in RFC 5297), with two keys of its own for each purpose.
 * We store none of it. Without the keys nobody can tell that two of them, or one and a stored id, belong to one check.
 */
export function encryptId(purpose: Purpose, id: string, [key] = epochKeys()): string {
  const keys = keysOf(key)[purpose];
  const bytes = parse(id);
  const made = Buffer.allocUnsafe(2 * HALF);
  const mac = made.subarray(HALF);
  hmac(keys.mac, bytes).copy(mac);
  xorInto(made, bytes, hmac(keys.mask, mac));
  return made.toString("base64url");
}

/** The id; `null` for a text that we did not make for this purpose. Needs no query, so forged ones are cheap. */
export function decryptId(purpose: Purpose, text: string, keys: readonly KeyObject[] = epochKeys()): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  // 43 characters carry 258 bits: the last two must be zero, or one opaque id would have four spellings.
  if (bytes.toString("base64url") !== text) return null;
  const [masked, mac] = [bytes.subarray(0, HALF), bytes.subarray(HALF)];
  const id = Buffer.allocUnsafe(HALF);
  for (const key of keys) {
    const own = keysOf(key)[purpose];
    xorInto(id, masked, hmac(own.mask, mac));
    if (isHalfOf(hmac(own.mac, id), mac)) return stringify(id);
  }
  return null;
}

type PurposeKeys = Record<Purpose, { mac: KeyObject; mask: KeyObject }>;

const derived = new WeakMap<KeyObject, PurposeKeys>();

/** Derived once for each configured key, because every request needs one or two ids. */
function keysOf(key: KeyObject): PurposeKeys {
  const known = derived.get(key);
  if (known) return known;
  const derive = (name: string) => createSecretKey(hmac(key, `opaque id ${name}\0`));
  const pair = (purpose: Purpose) => ({ mac: derive(`${purpose} mac`), mask: derive(`${purpose} mask`) });
  const all = Object.fromEntries(PURPOSES.map((purpose) => [purpose, pair(purpose)])) as PurposeKeys;
  derived.set(key, all);
  return all;
}

function isHalfOf(whole: Buffer, half: Uint8Array): boolean {
  return timingSafeEqual(whole.subarray(0, HALF), half);
}

/** Writes the first half of `target`. */
function xorInto(target: Uint8Array, left: Uint8Array, right: Uint8Array): void {
  for (let n = 0; n < HALF; n += 1) target[n] = (left[n] ?? 0) ^ (right[n] ?? 0);
}
