import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { pluginKey } from "../schema/plugin-key.ts";
import { milliseconds } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";
import { KEY_SETTINGS } from "./plugin-key.ts";

/** Returns the organization of the revoked key; `null`: no such key, or revoked before. */
export async function revokePluginKey(tx: LockedTransaction, key: string): Promise<string | null> {
  const [row] = await tx
    .update(pluginKey)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt)))
    .returning({ organizationId: pluginKey.organizationId });
  return row?.organizationId ?? null;
}

/** Sets the end of a key that has none. Of two concurrent calls one succeeds. `null`: the key has an end, or was revoked. */
export async function endPluginKey(tx: LockedTransaction, key: string, graceMs: number) {
  const [row] = await tx
    .update(pluginKey)
    .set({ endsAt: sql`now() + ${milliseconds(graceMs)}` })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt), isNull(pluginKey.endsAt)))
    .returning({
      replacesId: pluginKey.id,
      lockedAt: pluginKey.lockedAt,
      mode: pluginKey.mode,
      ...KEY_SETTINGS,
      endsAt: pluginKey.endsAt,
    });
  return row ?? null;
}

/** Ends a key now that would end later. False: the key has no end, or has ended already. */
export async function endPluginKeyNow(tx: LockedTransaction, key: string): Promise<boolean> {
  const ended = await tx
    .update(pluginKey)
    .set({ endsAt: sql`now()` })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt), gt(pluginKey.endsAt, sql`now()`)))
    .returning({ id: pluginKey.id });
  return ended.length > 0;
}

/** The key that this one replaces, if it still works and will end; `null`: none. */
export async function findEndingPredecessor(tx: LockedTransaction, key: string): Promise<string | null> {
  const successor = tx.select({ id: pluginKey.replacesId }).from(pluginKey).where(eq(pluginKey.key, key));
  const [row] = await tx
    .select({ key: pluginKey.key })
    .from(pluginKey)
    .where(and(eq(pluginKey.id, successor), isNull(pluginKey.revokedAt), gt(pluginKey.endsAt, sql`now()`)));
  return row?.key ?? null;
}

/** Takes the end of a key back. False: the key has no end, or has ended already. */
export async function reactivatePluginKey(tx: LockedTransaction, key: string): Promise<boolean> {
  const reactivated = await tx
    .update(pluginKey)
    .set({ endsAt: null })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt), gt(pluginKey.endsAt, sql`now()`)))
    .returning({ id: pluginKey.id });
  return reactivated.length > 0;
}

/** Pauses or resumes a key. True: it changed. A revoked key does not change. */
export async function setPaused(tx: LockedTransaction, key: string, isPaused: boolean): Promise<boolean> {
  const changed = await tx
    .update(pluginKey)
    .set({ pausedAt: isPaused ? sql`now()` : null })
    .where(
      and(
        eq(pluginKey.key, key),
        isNull(pluginKey.revokedAt),
        isPaused ? isNull(pluginKey.pausedAt) : isNotNull(pluginKey.pausedAt),
      ),
    )
    .returning({ id: pluginKey.id });
  return changed.length > 0;
}
