import { createSecretKey, type KeyObject } from "node:crypto";
import { paced } from "#db/paced.ts";
import { findEpoch } from "#db/queries/restore.ts";
import { config } from "./config.ts";
import { database } from "./database.ts";
import { logDatabaseAway } from "./database-away.ts";
import { hmac } from "./hmac.ts";
import { DeadlineError, withTimeout } from "./with-timeout.ts";

/** How long a server that starts waits for the epoch before it listens without. */
const FIRST_READ_MS = paced(1_000);
/** A process that starts is busy itself: only after so long is it the database that is late. */
const LATE_MS = paced(5_000);
const RETRY_MS = 500;
const AGAIN_MS = 5_000;

type Keys = readonly [KeyObject, ...KeyObject[]];

/** The id of the latest restore; `null`: the database was never restored; `undefined`: this server does not know yet. */
let epoch: string | null | undefined = null;
let timer: NodeJS.Timeout | undefined;
let derived: { epoch: string; from: Keys; keys: Keys } | null = null;

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
  const [first, ...others] = keys.map((key) => createSecretKey(hmac(key, label)));
  if (!first) throw new Error("AGEWAY_KEYS holds no key");
  derived = { epoch, from: keys, keys: [first, ...others] };
  return derived.keys;
}

export async function readEpoch(): Promise<void> {
  epoch = await findEpoch(database());
}

/**
 * For a server that starts. While the database is away, it tries again in the background. `ageway restored` refuses to work while
 * a server is connected; one that was cut off meanwhile learns the epoch when it reads again, every `againMs`.
 */
export async function awaitEpoch(againMs = AGAIN_MS): Promise<void> {
  epoch = undefined;
  const read = withTimeout(LATE_MS, readEpoch());
  read.catch(retryLater);
  await withTimeout(FIRST_READ_MS, read).catch(() => {});
  clearInterval(timer);
  timer = setInterval(() => {
    if (epoch !== undefined) void readEpoch().catch(() => {});
  }, againMs).unref();
}

/** A server that does not know its epoch is not ready: it could open nothing. */
export function isEpochKnown(): boolean {
  return epoch !== undefined;
}

function retryLater(fault: unknown): void {
  logDatabaseAway(fault);
  setTimeout(() => {
    if (epoch === undefined) withTimeout(LATE_MS, readEpoch()).catch(retryLater);
  }, RETRY_MS).unref();
}
