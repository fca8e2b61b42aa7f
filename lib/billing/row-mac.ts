import { createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { hmac } from "#lib/base/hmac.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { KEYS_OVERLAP_MS, type LedgerRecord, sealedText } from "./ledger.rules.ts";

const NAME_BYTES = 4;
const MAC_BYTES = 16;

/** `unknown_key`: not a key of this process. `wrong`: the row was changed, or written without a key. */
export type MacState = "valid" | "unknown_key" | "wrong";

/**
 * Signs a row: 4 bytes name the key, 16 are of an HMAC-SHA-256. The key comes from AGEWAY_KEYS and never reaches the
 * database, so who can only write there bills nothing.
 */
export function macOf(row: LedgerRecord, [key] = adminConfig().keys): Buffer {
  if (!key) throw new Error("AGEWAY_KEYS is missing: without a key nothing is written to the ledger");
  const { name, own } = derivedFrom(key);
  return Buffer.concat([name, hmac(own, sealedText(row))], NAME_BYTES + MAC_BYTES);
}

export function macStateOf(row: LedgerRecord, mac: Buffer | null, keys = adminConfig().keys): MacState {
  return macStateOfText(sealedText(row), mac, keys);
}

export function macStateOfText(text: string, mac: Buffer | null, keys = adminConfig().keys): MacState {
  if (mac === null) return "wrong";
  const named = keys.map(derivedFrom).filter(({ name }) => name.equals(mac.subarray(0, NAME_BYTES)));
  if (named.length === 0) return "unknown_key";
  const rest = mac.subarray(NAME_BYTES);
  const isValid = ({ own }: Derived) =>
    rest.length === MAC_BYTES && timingSafeEqual(hmac(own, text).subarray(0, MAC_BYTES), rest);
  return named.some(isValid) ? "valid" : "wrong";
}

type SignedRecord = LedgerRecord & { mac: Buffer | null };

/** Judges a chain's rows in their order: behind a day of rows with known keys, one of an unknown key is a `late_key`. */
export function macStatesInChain(): (row: SignedRecord) => MacState | "late_key" {
  let isKeyUsual = false;
  let knownSince: Date | null = null;
  return (row) => {
    const state = macStateOf(row, row.mac);
    if (state === "unknown_key" && isKeyUsual) return "late_key";
    if (state !== "valid") return state;
    knownSince ??= row.createdAt;
    isKeyUsual ||= +row.createdAt - +knownSince > KEYS_OVERLAP_MS;
    return state;
  };
}

type Derived = { name: Buffer; own: KeyObject };

const derived = new WeakMap<KeyObject, Derived>();

function derivedFrom(key: KeyObject): Derived {
  const known = derived.get(key);
  if (known) return known;
  const derive = (purpose: string) => hmac(key, `ledger ${purpose}\0`);
  const made = { name: derive("key name").subarray(0, NAME_BYTES), own: createSecretKey(derive("row mac")) };
  derived.set(key, made);
  return made;
}
