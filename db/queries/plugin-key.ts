import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { pluginKey } from "../schema/account.ts";
import { plan, subscription } from "../schema/subscription.ts";

/** Sets the end of a key that had none; of two who try at once, one does. `null`: it ends already, or was revoked. */
export async function endPluginKey(db: Db, key: string, graceMs: number) {
  const [row] = await db
    .update(pluginKey)
    .set({ endsAt: sql`now() + ${graceMs} * interval '1 millisecond'` })
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
export async function reactivatePluginKey(db: Db, key: string): Promise<boolean> {
  const kept = await db
    .update(pluginKey)
    .set({ endsAt: null })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt), gt(pluginKey.endsAt, sql`now()`)))
    .returning({ id: pluginKey.id });
  return kept.length > 0;
}

/** True if it changed anything; one that was revoked is neither paused nor let go on. */
export async function setPaused(db: Db, key: string, isPaused: boolean): Promise<boolean> {
  const changed = await db
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

/** What may be set on a key without ending it. */
export type KeySettings = Pick<
  typeof pluginKey.$inferSelect,
  "label" | "language" | "verifiedDevices" | "callsPerMinute" | "acceptedPerHour"
>;

export async function findKeySettings(db: Db, key: string): Promise<KeySettings | null> {
  const [row] = await db
    .select({
      label: pluginKey.label,
      language: pluginKey.language,
      verifiedDevices: pluginKey.verifiedDevices,
      callsPerMinute: pluginKey.callsPerMinute,
      acceptedPerHour: pluginKey.acceptedPerHour,
    })
    .from(pluginKey)
    .where(eq(pluginKey.key, key));
  return row ?? null;
}

export async function updateKeySettings(db: Db, key: string, settings: Partial<KeySettings>): Promise<void> {
  await db.update(pluginKey).set(settings).where(eq(pluginKey.key, key));
}

/** What the organization's plan says of its keys; `null`: nothing. */
export async function findPlanLimit(db: Db, organizationId: string): Promise<number | null> {
  const [row] = await db
    .select({ callsPerMinute: plan.callsPerMinute })
    .from(subscription)
    .innerJoin(plan, eq(plan.id, subscription.planId))
    .where(eq(subscription.organizationId, organizationId));
  return row?.callsPerMinute ?? null;
}
