import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";
import { config } from "./config.ts";

/** What an opaque id is for. One made for a purpose opens for no other. */
const PURPOSES = ["session", "token", "state", "cursor"] as const;
export type Purpose = (typeof PURPOSES)[number];

const HALF = 16;

/**
 * A verification's id, encrypted: `base64url(masked ‖ mac)`, 43 characters, where `mac = HMAC-SHA-256(k1, id)[0..16]` and
 * `masked = id ⊕ HMAC-SHA-256(k2, mac)[0..16]` (a synthetic IV, as in RFC 5297), with two keys of its own for each purpose.
 * Nothing of it is stored, and nobody can tell by its letters that two of them, or one and a stored id, are of one check.
 */
export function encryptId(purpose: Purpose, id: string, [key] = config().keys): string {
  const keys = keysOf(key)[purpose];
  const bytes = parse(id);
  const mac = halfOf(keys.mac, bytes);
  return Buffer.concat([xor(bytes, halfOf(keys.mask, mac)), mac]).toString("base64url");
}

/** The id, or `null` for anything we did not make for this purpose. Answered from memory: a forged one costs no query. */
export function decryptId(purpose: Purpose, text: string, keys: readonly KeyObject[] = config().keys): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  // 43 characters carry 258 bits: the last two must be zero, or one opaque id would have four spellings.
  if (bytes.toString("base64url") !== text) return null;
  const [masked, mac] = [bytes.subarray(0, HALF), bytes.subarray(HALF)];
  for (const key of keys) {
    const own = keysOf(key)[purpose];
    const id = xor(masked, halfOf(own.mask, mac));
    if (timingSafeEqual(halfOf(own.mac, id), mac)) return stringify(id);
    if (timingSafeEqual(macOfBefore(key, purpose, masked), mac)) return stringify(masked);
  }
  return null;
}

/**
 * The version before made `base64url(id ‖ mac)`. Nothing makes that any more, but checks that are under way while it is
 * replaced end in this one: their links, states and tokens still open, for as long as each lives.
 */
function macOfBefore(key: KeyObject, purpose: Purpose, id: Uint8Array): Buffer {
  return createHmac("sha256", key).update(`capability ${purpose}\0`).update(id).digest().subarray(0, HALF);
}

type PurposeKeys = Record<Purpose, { mac: KeyObject; mask: KeyObject }>;

const derived = new WeakMap<KeyObject, PurposeKeys>();

/** Derived once for each configured key: two HMACs with ready keys take some 5 us, and every request needs one or two ids. */
function keysOf(key: KeyObject): PurposeKeys {
  const known = derived.get(key);
  if (known) return known;
  const derive = (name: string) => createSecretKey(createHmac("sha256", key).update(`opaque id ${name}\0`).digest());
  const pair = (purpose: Purpose) => ({ mac: derive(`${purpose} mac`), mask: derive(`${purpose} mask`) });
  const all = Object.fromEntries(PURPOSES.map((purpose) => [purpose, pair(purpose)])) as PurposeKeys;
  derived.set(key, all);
  return all;
}

function halfOf(key: KeyObject, bytes: Uint8Array): Buffer {
  return createHmac("sha256", key).update(bytes).digest().subarray(0, HALF);
}

function xor(left: Uint8Array, right: Uint8Array): Buffer {
  return Buffer.from(left.map((byte, n) => byte ^ (right[n] ?? 0)));
}
