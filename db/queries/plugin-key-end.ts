import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { pluginKey } from "../schema/plugin-key.ts";
import { milliseconds } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";
import { KEY_SETTINGS } from "./plugin-key.ts";

const NOW = sql`now()`;
const isUnrevoked = isNull(pluginKey.revokedAt);
const willEnd = and(isUnrevoked, gt(pluginKey.endsAt, NOW));

/** Sets times of a key where a condition holds. True: it changed. */
async function setTimes(
  tx: LockedTransaction,
  key: string,
  set: Partial<Record<"revokedAt" | "endsAt" | "pausedAt" | "lockedAt", SQL | null>>,
  condition: SQL | undefined,
): Promise<boolean> {
  const changed = await tx
    .update(pluginKey)
    .set(set)
    .where(and(eq(pluginKey.key, key), condition))
    .returning({ id: pluginKey.id });
  return changed.length > 0;
}

/** False: it was revoked before. */
export async function revokePluginKey(tx: LockedTransaction, key: string): Promise<boolean> {
  return setTimes(tx, key, { revokedAt: NOW }, isUnrevoked);
}

/** Ends a key now that would end later. False: the key has no end, or has ended already. */
export async function endPluginKeyNow(tx: LockedTransaction, key: string): Promise<boolean> {
  return setTimes(tx, key, { endsAt: NOW }, willEnd);
}

/** Takes the end of a key back. False: the key has no end, or has ended already. */
export async function reactivatePluginKey(tx: LockedTransaction, key: string): Promise<boolean> {
  return setTimes(tx, key, { endsAt: null }, willEnd);
}

/** Pauses or resumes a key that is not revoked. True: it changed. */
export async function setPaused(tx: LockedTransaction, key: string, isPaused: boolean): Promise<boolean> {
  const isOther = isPaused ? isNull(pluginKey.pausedAt) : isNotNull(pluginKey.pausedAt);
  return setTimes(tx, key, { pausedAt: isPaused ? NOW : null }, and(isUnrevoked, isOther));
}

/** Locks or unlocks a key. True: it changed. */
export async function setLocked(tx: LockedTransaction, key: string, isLocked: boolean): Promise<boolean> {
  const isOther = isLocked ? isNull(pluginKey.lockedAt) : isNotNull(pluginKey.lockedAt);
  return setTimes(tx, key, { lockedAt: isLocked ? NOW : null }, isOther);
}

/** Sets the end of a key that has none. Of two concurrent calls one succeeds. `null`: the key has an end, or was revoked. */
export async function endPluginKey(tx: LockedTransaction, key: string, graceMs: number) {
  const [row] = await tx
    .update(pluginKey)
    .set({ endsAt: sql`now() + ${milliseconds(graceMs)}` })
    .where(and(eq(pluginKey.key, key), isUnrevoked, isNull(pluginKey.endsAt)))
    .returning({
      replacesId: pluginKey.id,
      lockedAt: pluginKey.lockedAt,
      mode: pluginKey.mode,
      ...KEY_SETTINGS,
      endsAt: pluginKey.endsAt,
    });
  return row ?? null;
}

/** Finds the key that this one replaces, if it still works and will end; `null`: none. */
export async function findEndingPredecessor(tx: LockedTransaction, key: string): Promise<string | null> {
  const successor = tx.select({ id: pluginKey.replacesId }).from(pluginKey).where(eq(pluginKey.key, key));
  const [row] = await tx
    .select({ key: pluginKey.key })
    .from(pluginKey)
    .where(and(eq(pluginKey.id, successor), willEnd));
  return row?.key ?? null;
}
