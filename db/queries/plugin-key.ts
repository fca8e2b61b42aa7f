import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { pluginKey } from "../schema/plugin-key.ts";
import { columnsOf } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

/** Settings of a key that change without ending it. The key that takes its place begins with them. */
export const KEY_SETTINGS = columnsOf(
  pluginKey,
  "label",
  "language",
  "verifiedDevices",
  "callsPerMinute",
  "callsPerAddress",
  "acceptedPerHour",
  "fallbackUrl",
);

export type KeySettings = Pick<typeof pluginKey.$inferSelect, keyof typeof KEY_SETTINGS>;

export async function insertPluginKey(
  db: Db,
  row: Pick<
    typeof pluginKey.$inferInsert,
    "id" | "organizationId" | "key" | "mode" | "replacesId" | "lockedAt" | keyof KeySettings
  >,
): Promise<void> {
  await db.insert(pluginKey).values(row);
}

const isLocked = sql<boolean>`${pluginKey.lockedAt} IS NOT NULL`;
const isOver = sql<boolean>`${pluginKey.revokedAt} IS NOT NULL OR coalesce(${pluginKey.endsAt} <= now(), false)`;

/** Finds a key with its settings. `isOver`: it was revoked, or has ended. */
export async function findKey(db: Db, key: string) {
  const [row] = await db
    .select({ ...columnsOf(pluginKey, "organizationId", "mode"), ...KEY_SETTINGS, isLocked, isOver })
    .from(pluginKey)
    .where(eq(pluginKey.key, key));
  return row ?? null;
}

export async function listPluginKeys(db: Db, organizationId: string) {
  return db
    .select({
      ...columnsOf(pluginKey, "key", "mode"),
      ...KEY_SETTINGS,
      ...columnsOf(pluginKey, "createdAt", "endsAt", "pausedAt", "revokedAt", "replacesId"),
      isLocked,
      id: pluginKey.id,
    })
    .from(pluginKey)
    .where(eq(pluginKey.organizationId, organizationId))
    .orderBy(asc(pluginKey.createdAt), asc(pluginKey.id));
}

/** Lists keys of any organization. */
export async function selectKeysBeginning(db: Db, beginning: string) {
  return db
    .select(columnsOf(pluginKey, "key", "label"))
    .from(pluginKey)
    .where(sql`starts_with(${pluginKey.key}, ${beginning})`)
    .orderBy(asc(pluginKey.key));
}

export async function updateKeySettings(tx: LockedTransaction, key: string, settings: Partial<KeySettings>) {
  await tx.update(pluginKey).set(settings).where(eq(pluginKey.key, key));
}
