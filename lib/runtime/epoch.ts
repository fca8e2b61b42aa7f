import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { config } from "./config.ts";
import { DeadlineError } from "./with-timeout.ts";

type Keys = readonly [KeyObject, ...KeyObject[]];

/** The id of the latest restore; `null`: the database was never restored; `undefined`: this server does not know yet. */
type Epoch = string | null | undefined;

let epoch: Epoch = null;
let derived: { epoch: string; from: Keys; keys: Keys } | null = null;

export function setEpoch(known: Epoch): void {
  epoch = known;
}

/**
 * The keys of everything that a restore to an earlier moment ends: links, tokens, states, cookies, digests of devices. Each restore
 * that `ageway restored` reports gives others. The ledger's MACs and the references of checks outlive a restore, so those use
 * `config().keys`. Throws while a server does not know the epoch; its callers get a 503.
 */
export function epochKeys(): Keys {
  const { keys } = config();
  if (epoch === undefined) throw new DeadlineError("The database has not told the epoch yet");
  if (epoch === null) return keys;
  if (derived?.epoch === epoch && derived.from === keys) return derived.keys;
  const label = `epoch ${epoch}\0`;
  const [first, ...others] = keys.map((key) => createSecretKey(createHmac("sha256", key).update(label).digest()));
  if (!first) throw new Error("AGEWAY_KEYS holds no key");
  derived = { epoch, from: keys, keys: [first, ...others] };
  return derived.keys;
}

/** A server that does not know its epoch is not ready: it could open nothing. */
export function isEpochKnown(): boolean {
  return epoch !== undefined;
}
