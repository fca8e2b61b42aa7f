import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { Mode } from "../schema/values.rules.ts";
import type { NewActivity } from "./activity-event.ts";

/** Events with one code, of all keys or of one. `from` is inclusive. */
export type ActivityQuestion = { kind: NewActivity["kind"]; code: string; mode: Mode; key?: string; from: Date };

export type ActivityRow = Pick<
  NewActivity,
  "kind" | "code" | "ok" | "provider" | "minimumAge" | "host" | "billed" | "reference" | "checkReference"
> & {
  id: string;
  at: Date;
  mode: Mode;
  /** `null`: the key was deleted. */
  key: string | null;
  keyLabel: string | null;
};

/**
 * The newest events that match the question, at most `max`. Rare events are found as fast as common ones: the counters say which
 * facets match, and an index gives the newest events of each facet.
 */
export async function selectActivity(
  db: Db,
  organizationId: string,
  { kind, code, mode, key, from }: ActivityQuestion,
  max: number,
): Promise<ActivityRow[]> {
  const first = sql`uuid_v7_from(${from.toISOString()}::timestamptz)`;
  const isOfKey = key === undefined ? sql`true` : sql`plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`;
  const page = sql`
    WITH facets AS MATERIALIZED (
      SELECT DISTINCT facet FROM activity_day
      WHERE organization_id = ${organizationId} AND kind = ${kind} AND code = ${code} AND mode = ${mode} AND ${isOfKey}
        AND day >= (uuid_v7_moment(${first}) AT TIME ZONE 'UTC')::date - 1
    )
    SELECT found.* FROM facets CROSS JOIN LATERAL (
      SELECT facet, id FROM activity_event WHERE facet = facets.facet AND id >= ${first}
      ORDER BY id DESC LIMIT ${max}
    ) AS found
    ORDER BY found.id DESC LIMIT ${max}`;
  // The planner cannot know how many events a facet has. Without this setting it sometimes reads and sorts all of them, though
  // the index gives the newest first.
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_sort = off`);
    return tx.execute<ActivityRow>(sql`${rowsOf(organizationId, page)} WHERE a.id >= ${first} ORDER BY a.id DESC`);
  });
}

/** All events with a reference, and the token checks that are known to be about this check, the oldest first. */
export async function selectReferenced(db: Db, organizationId: string, reference: string): Promise<ActivityRow[]> {
  const page = sql`
    SELECT facet, id FROM activity_event WHERE organization_id = ${organizationId} AND reference = ${reference}
    UNION ALL
    SELECT facet, id FROM activity_event WHERE organization_id = ${organizationId} AND check_reference = ${reference}`;
  return db.execute<ActivityRow>(sql`${rowsOf(organizationId, page)} ORDER BY a.id`);
}

function rowsOf(organizationId: string, page: SQL): SQL {
  return sql`
    SELECT a.id, uuid_v7_moment(a.id) AS at, a.kind, a.code, a.ok, a.provider, a.mode, a.minimum_age AS "minimumAge", a.host,
      a.billed, a.reference, a.check_reference AS "checkReference", k.key, k.label AS "keyLabel"
    FROM (${page}) AS page
    JOIN activity_event a ON a.facet = page.facet AND a.id = page.id AND a.organization_id = ${organizationId}
    LEFT JOIN plugin_key k ON k.id = a.plugin_key_id`;
}
