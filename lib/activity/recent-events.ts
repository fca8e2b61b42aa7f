import { type RecentEvent, selectRecentEvents } from "#db/queries/recent-event.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/read.ts";
import type { Refused } from "#lib/core/result.ts";

export type { RecentEvent };

const MAX = 40;

/** The newest events of one key since a moment, the newest first, for the page that waits for them. Of a live key its calls. */
export async function recentEvents(
  actor: Actor,
  organizationId: string,
  question: { key: string; since: Date },
): Promise<{ ok: true; rows: RecentEvent[] } | Refused> {
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    selectRecentEvents(db, organizationId, { ...question, max: MAX }),
  );
  return found.ok ? { ok: true, rows: found.read } : found;
}
