import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { pluginKey, pluginKeySecret } from "../schema/plugin-key.ts";
import type { LockedTransaction } from "./organization-lock.ts";

type SecretRow = { id: string; hint: string; createdAt: Date };

/** The secrets of one plugin key, the older first. */
export async function listSecrets(db: Db, key: string): Promise<SecretRow[]> {
  return db
    .select({ id: pluginKeySecret.id, hint: pluginKeySecret.hint, createdAt: pluginKeySecret.createdAt })
    .from(pluginKeySecret)
    .innerJoin(pluginKey, eq(pluginKey.id, pluginKeySecret.pluginKeyId))
    .where(eq(pluginKey.key, key))
    .orderBy(asc(pluginKeySecret.createdAt), asc(pluginKeySecret.id));
}

/** Stores the secret in the first free place of two. False: both are taken. */
export async function insertSecret(
  tx: LockedTransaction,
  key: string,
  { id, digest, hint }: { id: string; digest: Buffer; hint: string },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    INSERT INTO plugin_key_secret (id, plugin_key_id, place, digest, hint)
    SELECT ${id}, k.id, p.place, decode(${digest.toString("hex")}, 'hex'), ${hint}
    FROM plugin_key k CROSS JOIN (VALUES (1), (2)) AS p(place)
    WHERE k.key = ${key} AND NOT EXISTS (SELECT 1 FROM plugin_key_secret s WHERE s.plugin_key_id = k.id AND s.place = p.place)
    ORDER BY p.place LIMIT 1
    RETURNING id`);
  return rows.length > 0;
}

/** Returns the secret's hint; `null`: the key has no such secret. */
export async function deleteSecret(tx: LockedTransaction, key: string, id: string): Promise<string | null> {
  const [row] = await tx
    .delete(pluginKeySecret)
    .where(and(eq(pluginKeySecret.id, id), eq(pluginKeySecret.pluginKeyId, idOf(key))))
    .returning({ hint: pluginKeySecret.hint });
  return row?.hint ?? null;
}

/** Locks or unlocks a key. True: it changed. */
export async function setLocked(tx: LockedTransaction, key: string, isLocked: boolean): Promise<boolean> {
  const changed = await tx
    .update(pluginKey)
    .set({ lockedAt: isLocked ? sql`now()` : null })
    .where(and(eq(pluginKey.key, key), isLocked ? isNull(pluginKey.lockedAt) : isNotNull(pluginKey.lockedAt)))
    .returning({ id: pluginKey.id });
  return changed.length > 0;
}

export async function isKeyLocked(db: Db, key: string): Promise<boolean> {
  const [row] = await db.select({ lockedAt: pluginKey.lockedAt }).from(pluginKey).where(eq(pluginKey.key, key));
  return row !== undefined && row.lockedAt !== null;
}

/** False: the key had none. */
export async function deleteSecrets(tx: LockedTransaction, key: string): Promise<boolean> {
  const gone = await tx
    .delete(pluginKeySecret)
    .where(eq(pluginKeySecret.pluginKeyId, idOf(key)))
    .returning({ id: pluginKeySecret.id });
  return gone.length > 0;
}

/** Gives the successor of a key the same secrets. */
export async function copySecrets(tx: LockedTransaction, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO plugin_key_secret (id, plugin_key_id, place, digest, hint, created_at)
    SELECT gen_random_uuid(), ${idOf(to)}, place, digest, hint, created_at FROM plugin_key_secret
    WHERE plugin_key_id = ${idOf(from)}`);
}

function idOf(key: string) {
  return sql`(SELECT id FROM plugin_key WHERE key = ${key})`;
}
