import { type ActivityRow, listActivity as list } from "#db/queries/activity-list.ts";
import type { ActivityFilter } from "#lib/rules/activity-filter.ts";
import type { Actor } from "./actor.ts";
import { isUuid, type Refused, readOf } from "./change.ts";

const PAGE = 50;
const LATEST = 20;

export type ActivityPage = { ok: true; rows: ActivityRow[]; next: string | null };

/** A page of events, the newest first. `cursor`: the `next` of the page before; what is none begins at the newest. */
export async function listActivity(
  actor: Actor,
  organizationId: string,
  filter: ActivityFilter,
  cursor: string | null = null,
): Promise<ActivityPage | Refused> {
  const before = cursor !== null && isUuid(cursor) ? cursor : null;
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    list(db, organizationId, filter, before, PAGE + 1),
  );
  if (!found.ok) return found;
  const rows = found.read.slice(0, PAGE);
  return { ok: true, rows, next: found.read.length > PAGE ? (rows.at(-1)?.id ?? null) : null };
}

/** The newest calls since a moment, refused ones too: what "Waiting for your first call…" waits for. */
export async function latestCalls(
  actor: Actor,
  organizationId: string,
  since: Date,
): Promise<{ ok: true; rows: ActivityRow[] } | Refused> {
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    list(db, organizationId, { kind: "call", from: since }, null, LATEST),
  );
  return found.ok ? { ok: true, rows: found.read } : found;
}
