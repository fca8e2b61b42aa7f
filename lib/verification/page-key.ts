import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { Database } from "#db/client.ts";
import type { PageKey } from "#db/queries/admission.ts";
import { insertPageKey } from "#db/queries/page-key.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { epochKeys } from "#lib/runtime/epoch.ts";

/**
 * A link's return URL and browser must be purged when it expires, and most links are never opened. So they are stored encrypted,
 * and what is deleted is the key: a row for the links of a few seconds, instead of an UPDATE of each. The key is made from that
 * row and a key of AGEWAY_KEYS, so a dump of the database opens nothing.
 */
const CIPHER = "aes-256-gcm";
const [SALT_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];

/** Sets how long a process uses a key, and how much later the last row may be written that it began to encrypt with it. */
const [USED_MS, LATE_MS] = [5_000, 5_000];

type Current = { until: number; key: Promise<PageKey> };

/** Holds each by the pool that stored it: another pool may be of another database. */
const current = new WeakMap<Database, Current>();

/** Serves links that begin now. */
export async function linkPageKey(): Promise<PageKey> {
  return currentOf(database("start"), config().ttl.linkMs);
}

/** Serves links that a browser claims now. */
export async function claimPageKey(): Promise<PageKey> {
  return currentOf(database("link"), config().ttl.flowMs);
}

async function currentOf(db: Database, ttlMs: number): Promise<PageKey> {
  const now = performance.now();
  const known = current.get(db);
  if (known && now < known.until) return known.key;
  const made = { until: now + USED_MS, key: makeKey(db, ttlMs) };
  current.set(db, made);
  made.key.catch(() => current.get(db) === made && current.delete(db));
  return made.key;
}

async function makeKey(db: Database, ttlMs: number): Promise<PageKey> {
  const salt = randomBytes(SALT_BYTES);
  const key = keyFrom(salt, epochKeys()[0]);
  const id = await insertPageKey(db, salt, USED_MS + LATE_MS + ttlMs);
  return { id, encrypt: (clear) => encrypt(key, clear) };
}

function keyFrom(salt: Buffer, ours: KeyObject): KeyObject {
  return createSecretKey(createHmac("sha256", ours).update("page\0").update(salt).digest());
}

function encrypt(key: KeyObject, clear: string | Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const encrypted = typeof clear === "string" ? cipher.update(clear, "utf8") : cipher.update(clear);
  cipher.final();
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]);
}

/** `null`: its key was deleted, or is of another database. */
export function decryptPage(stored: Buffer | null, salt: Buffer | null): Buffer | null {
  if (stored === null || salt === null) return null;
  for (const ours of epochKeys()) {
    const decipher = createDecipheriv(CIPHER, keyFrom(salt, ours), stored.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(stored.subarray(-TAG_BYTES));
    const clear = decipher.update(stored.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
      return clear;
    } catch {
      // Of another key.
    }
  }
  return null;
}
