import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { pluginKey } from "../schema/plugin-key.ts";
import { milliseconds } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

/** The organization of the key that was revoked just now, or `null`: no such key, or revoked before. */
export async function revokePluginKey(tx: LockedTransaction, key: string): Promise<string | null> {
  const [row] = await tx
    .update(pluginKey)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt)))
    .returning({ organizationId: pluginKey.organizationId });
  return row?.organizationId ?? null;
}

/** Sets the end of a key that had none; of two who try at once, one does. `null`: it ends already, or was revoked. */
export async function endPluginKey(tx: LockedTransaction, key: string, graceMs: number) {
  const [row] = await tx
    .update(pluginKey)
    .set({ endsAt: sql`now() + ${milliseconds(graceMs)}` })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt), isNull(pluginKey.endsAt)))
    .returning({
      mode: pluginKey.mode,
      label: pluginKey.label,
      language: pluginKey.language,
      verifiedDevices: pluginKey.verifiedDevices,
      callsPerMinute: pluginKey.callsPerMinute,
      acceptedPerHour: pluginKey.acceptedPerHour,
      endsAt: pluginKey.endsAt,
    });
  return row ?? null;
}

/** False for a key without an end, and for one that has ended. */
export async function reactivatePluginKey(tx: LockedTransaction, key: string): Promise<boolean> {
  const kept = await tx
    .update(pluginKey)
    .set({ endsAt: null })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt), gt(pluginKey.endsAt, sql`now()`)))
    .returning({ id: pluginKey.id });
  return kept.length > 0;
}

/** True if it changed anything; one that was revoked is neither paused nor let go on. */
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
