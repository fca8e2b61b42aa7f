import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { arrayOf, columnsOf } from "../prepared.ts";
import { activityEvent, RECORDED } from "../schema/activity.ts";
import type { ActivityKind, Mode } from "../schema/values.rules.ts";

const READ = ["id", "kind", "code", "ok", "mode", "billed", "reference", "checkReference", ...RECORDED] as const;

/** `key`: `null` where the key was deleted. */
export type ActivityRow = Pick<typeof activityEvent.$inferSelect, (typeof READ)[number]> & {
  at: Date;
  key: string | null;
  keyLabel: string | null;
};

/** Names a time. `from` is inclusive, `to` exclusive. */
type Range = { from: Date; to: Date };

/** Events with one code, of all keys or of one. */
export type ActivityQuestion = Range & { kind: ActivityKind; code: string; mode: Mode; key?: string };

/** The newest events that match the question, at most `max`. */
export async function selectActivity(
  db: Db,
  organizationId: string,
  { kind, code, mode, key, ...range }: ActivityQuestion,
  max: number,
): Promise<ActivityRow[]> {
  const isAsked = sql`kind = ${kind} AND code = ${code} AND mode = ${mode}`;
  return newest(db, organizationId, key === undefined ? isAsked : sql`${isAsked} AND ${isOf(key)}`, range, max);
}

/** `answered`: the codes of calls and questions that were not refused. `before`: the id of an event, and only older ones are read. */
export type RefusedQuestion = Pick<ActivityQuestion, "mode" | "key" | "from" | "to"> & {
  answered: readonly string[];
  before: string | null;
};

/** Reads the newest calls and questions that were refused, of all keys or of one, at most `max`. */
export async function selectRefused(
  db: Db,
  organizationId: string,
  { mode, key, answered, before, ...range }: RefusedQuestion,
  max: number,
): Promise<ActivityRow[]> {
  const isRefused = sql`kind IN ('call', 'check') AND code <> ALL(${arrayOf(answered)}::text[]) AND mode = ${mode}`;
  const isAsked = key === undefined ? isRefused : sql`${isRefused} AND ${isOf(key)}`;
  return newest(db, organizationId, isAsked, range, max, before);
}

/**
 * The newest events of one key. Of a live key only its calls: a page that shows each step as it happens would tell by its time
 * how a check ended (contract §5).
 */
export async function selectRecentEvents(
  db: Db,
  organizationId: string,
  { key, since }: { key: string; since: Date },
  max: number,
): Promise<ActivityRow[]> {
  return newest(db, organizationId, sql`(mode = 'test' OR kind = 'call') AND ${isOf(key)}`, { from: since }, max);
}

const isOf = (key: string) => sql`plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`;

/** Rare events are found as fast as common ones: the counters say which facets match, and an index gives the newest events of each. */
async function newest(
  db: Db,
  organizationId: string,
  isAsked: SQL,
  { from, to }: Pick<Range, "from"> & Partial<Range>,
  max: number,
  before: string | null = null,
): Promise<ActivityRow[]> {
  const firstIdOf = (at: Date) => sql`uuid_v7_from(${at.toISOString()}::timestamptz)`;
  const first = firstIdOf(from);
  const isBefore = sql`${to ? sql`AND id < ${firstIdOf(to)}` : sql``} ${before === null ? sql`` : sql`AND id < ${before}`}`;
  const page = sql`
    WITH facets AS MATERIALIZED (
      SELECT DISTINCT facet FROM activity_day
      WHERE organization_id = ${organizationId} AND ${isAsked}
        AND day >= (${from.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date - 1
    )
    SELECT found.* FROM facets CROSS JOIN LATERAL (
      SELECT facet, id FROM activity_event WHERE facet = facets.facet AND id >= ${first} ${isBefore}
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
    SELECT ${sql.raw(columnsOf(activityEvent, "a", READ))}, uuid_v7_moment(a.id) AS at, k.key, k.label AS "keyLabel"
    FROM (${page}) AS page
    JOIN activity_event a ON a.facet = page.facet AND a.id = page.id AND a.organization_id = ${organizationId}
    LEFT JOIN plugin_key k ON k.id = a.plugin_key_id`;
}
