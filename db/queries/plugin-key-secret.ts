import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { pluginKey, pluginKeySecret } from "../schema/plugin-key.ts";
import { columnsOf } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

/** Lists the secrets of one plugin key, the older first. */
export async function listSecrets(db: Db, key: string) {
  return db
    .select(columnsOf(pluginKeySecret, "id", "hint", "createdAt"))
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

export async function deleteSecrets(tx: LockedTransaction, key: string): Promise<void> {
  await tx.delete(pluginKeySecret).where(eq(pluginKeySecret.pluginKeyId, idOf(key)));
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
