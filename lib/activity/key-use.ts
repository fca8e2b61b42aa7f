import { type ActivityRow, selectRecentEvents } from "#db/queries/activity-event-list.ts";
import { type HostUse, type KeyUse, listKeyDays, listKeyHosts, listKeyUse } from "#db/queries/plugin-key-use.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Listed, listOf } from "#lib/core/read.ts";
import { reusing } from "#lib/runtime/reuse.ts";

const countUse = reusing("key use", listKeyUse, (rows) => rows.reduce((sum, { callsInDay }) => sum + callsInDay, 0));
const countHosts = reusing("key hosts", listKeyHosts, (rows) => rows.reduce((sum, { calls }) => sum + calls, 0));

/**
 * Tells when each key was last called, for which host, and how often in each of the last 24 hours; revoked keys too.
 * `keys`: only of these.
 */
export async function keyUseOf(
  actor: Actor,
  organizationId: string,
  keys?: readonly string[],
): Promise<Listed<KeyUse>> {
  return listOf(actor, "see activity", organizationId, (db) => countUse(db, organizationId, keys));
}

/** Tells for which hosts a key was called in the last 24 hours, the most first. */
export async function keyHostsOf(actor: Actor, organizationId: string, key: string): Promise<Listed<HostUse>> {
  return listOf(actor, "see activity", organizationId, (db) => countHosts(db, organizationId, key));
}

/** Tells how often a key was called on each day of a rotation. */
export async function keyDaysOf(actor: Actor, organizationId: string, key: string) {
  return listOf(actor, "see activity", organizationId, (db) => listKeyDays(db, organizationId, key));
}

export type RecentEvent = Omit<ActivityRow, "id" | "mode" | "billed" | "key" | "keyLabel">;

const MAX_RECENT = 40;

/**
 * Reads the newest events of one key since a moment, the newest first, for the page that waits for them. Of a live key
 * its calls.
 */
export async function recentEvents(
  actor: Actor,
  organizationId: string,
  question: { key: string; since: Date },
): Promise<Listed<RecentEvent>> {
  return listOf(actor, "see activity", organizationId, (db) =>
    selectRecentEvents(db, organizationId, question, MAX_RECENT),
  );
}
