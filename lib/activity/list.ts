import { type ActivityRow, selectActivity } from "#db/queries/activity-event-list.ts";
import type { Actor } from "#lib/core/actor.ts";
import { decryptId, encryptId } from "#lib/core/opaque-id.ts";
import { readOf } from "#lib/core/read.ts";
import type { Refused } from "#lib/core/result.ts";
import type { ActivityFilter } from "./filter.rules.ts";

const PAGE = 50;
const LATEST = 20;

export type ActivityPage = { ok: true; rows: ActivityRow[]; next: string | null };

/**
 * A page of events, the newest first. `cursor`: the `next` of the page before; anything else begins at the newest. It is an
 * encrypted id, because the id of an event shows its time to the millisecond, which a ledger row shows too.
 */
export async function listActivity(
  actor: Actor,
  organizationId: string,
  filter: ActivityFilter,
  cursor: string | null = null,
): Promise<ActivityPage | Refused> {
  const before = cursor === null ? null : decryptId("cursor", cursor);
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    selectActivity(db, organizationId, filter, before, PAGE + 1),
  );
  if (!found.ok) return found;
  const rows = found.read.slice(0, PAGE);
  const last = found.read.length > PAGE ? rows.at(-1) : undefined;
  return { ok: true, rows, next: last ? encryptId("cursor", last.id) : null };
}

/** The newest calls since a moment, refused ones too, for the page that waits for the first call. */
export async function latestCalls(
  actor: Actor,
  organizationId: string,
  since: Date,
): Promise<{ ok: true; rows: ActivityRow[] } | Refused> {
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    selectActivity(db, organizationId, { kind: "call", from: since }, null, LATEST),
  );
  return found.ok ? { ok: true, rows: found.read } : found;
}
