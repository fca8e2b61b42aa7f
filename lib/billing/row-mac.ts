import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { adminConfig } from "#lib/runtime/config.ts";
import { KEYS_OVERLAP_MS, type LedgerRecord, sealedText } from "./ledger.rules.ts";

const NAME_BYTES = 4;
const MAC_BYTES = 16;

/** `unknown_key`: not a key of this process. `wrong`: the row was changed, or written without a key. */
export type MacState = "valid" | "missing" | "unknown_key" | "wrong";

/**
 * Signs a row: 4 bytes name the key, 16 are of an HMAC-SHA-256. The key comes from AGEWAY_KEYS and never reaches the
 * database, so who can only write there bills nothing.
 */
export function macOf(row: LedgerRecord, [key] = adminConfig().keys): Buffer {
  if (!key) throw new Error("AGEWAY_KEYS is missing: without a key nothing is written to the ledger");
  const { name, own } = derivedFrom(key);
  return Buffer.concat([name, createHmac("sha256", own).update(sealedText(row)).digest()], NAME_BYTES + MAC_BYTES);
}

export function macStateOf(row: LedgerRecord, mac: Buffer | null, keys = adminConfig().keys): MacState {
  return macStateOfText(sealedText(row), mac, keys);
}

export function macStateOfText(text: string, mac: Buffer | null, keys = adminConfig().keys): MacState {
  if (mac === null) return "missing";
  const named = keys.map(derivedFrom).filter(({ name }) => name.equals(mac.subarray(0, NAME_BYTES)));
  if (named.length === 0) return "unknown_key";
  const rest = mac.subarray(NAME_BYTES);
  const isValid = ({ own }: Derived) =>
    rest.length === MAC_BYTES &&
    timingSafeEqual(createHmac("sha256", own).update(text).digest().subarray(0, MAC_BYTES), rest);
  return named.some(isValid) ? "valid" : "wrong";
}

type SignedRecord = LedgerRecord & { mac: Buffer | null };

/** Who wrote a row, by its MAC. `older`: a version that wrote no MAC, before `signedFrom`. */
export type Origin = "ours" | "older" | "unknown_key" | "forged";

export function originOf(row: SignedRecord, signedFrom: Date | null): Origin {
  const state = macStateOf(row, row.mac);
  if (state === "valid") return "ours";
  if (state === "missing" && signedFrom !== null && row.createdAt < signedFrom) return "older";
  return state === "unknown_key" ? "unknown_key" : "forged";
}

/**
 * Judges a chain's rows in their order: what was usual before a row, sealed and unmovable, says whether it may lack a
 * MAC or have an unknown key. A later row with one is a `late_key`.
 */
export function originsInChain(signedFrom: Date | null): (row: SignedRecord) => Origin | "late_key" {
  let [isOlderGone, isKeyUsual] = [false, false];
  let knownSince: Date | null = null;
  return (row) => {
    const origin = originOf(row, isOlderGone ? null : signedFrom);
    if (origin === "unknown_key" && isKeyUsual) return "late_key";
    if (origin !== "ours") return origin;
    knownSince ??= row.createdAt;
    isOlderGone ||= signedFrom !== null && row.createdAt >= signedFrom;
    isKeyUsual ||= +row.createdAt - +knownSince > KEYS_OVERLAP_MS;
    return origin;
  };
}

type Derived = { name: Buffer; own: KeyObject };

const derived = new WeakMap<KeyObject, Derived>();

function derivedFrom(key: KeyObject): Derived {
  const known = derived.get(key);
  if (known) return known;
  const derive = (purpose: string) => createHmac("sha256", key).update(`ledger ${purpose}\0`).digest();
  const made = { name: derive("key name").subarray(0, NAME_BYTES), own: createSecretKey(derive("row mac")) };
  derived.set(key, made);
  return made;
}
