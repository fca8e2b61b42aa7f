import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { ActivityKind, MinimumAge, ProviderId, WhyNot } from "../schema/values.rules.ts";

/**
 * One event. `agoMs`: how long ago it happened, in whole milliseconds. The event names its key by text (`pluginKey`) or by id
 * (`pluginKeyId`).
 */
export type NewActivity = {
  agoMs: number;
  pluginKey: string | null;
  pluginKeyId: string | null;
  kind: ActivityKind;
  code: string;
  ok: boolean;
  provider: ProviderId | null;
  minimumAge: MinimumAge | null;
  host: string | null;
  billed: boolean;
  reference: string | null;
  droppedCount: number | null;
  /**
   * Of an unconfirmed live check. The database counts it by organization and day, and stores it with nothing else of the
   * event.
   */
  whyNot: WhyNot | null;
};

/**
 * Writes events and their counters in one statement. The database makes the ids, UUIDs v7 (RFC 9562) of its own clock in the
 * order of the list, because an application with a wrong clock would write into partitions that do not exist. The key says
 * which organization an event belongs to; the statement skips events of unknown keys. It updates the counters in one order,
 * so that two batches cannot deadlock.
 *
 * Returns the moment of the youngest event in milliseconds since 1970, or `null` if it wrote none. A statement that reaches
 * the database late dates its events late by as much. The next batch of the same process passes that moment as `after`, so
 * that its events come later (unless somebody sets the database's clock back).
 */
export async function insertActivity(
  db: Db,
  events: NewActivity[],
  after: number | null = null,
): Promise<number | null> {
  const listed = JSON.stringify(events.map((event, n) => ({ ...event, n })));
  const [row] = await db.execute<{ newest: number }>(sql`
    WITH happened AS MATERIALIZED (
      SELECT e.*, lpad(to_hex(CASE WHEN at <= ${after}::bigint AND at > ${after}::bigint - ${MAX_LATE_MS} THEN ${after}::bigint + 1 ELSE at END), 12, '0') AS ms
      FROM jsonb_to_recordset(${listed}::jsonb) AS e(
        n int, "agoMs" bigint, "pluginKey" text, "pluginKeyId" uuid, kind text, code text, ok boolean, provider text,
        "minimumAge" smallint, host text, billed boolean, reference text, "droppedCount" int, "whyNot" text)
      CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - "agoMs" AS at) dated
    ), counted AS (
      INSERT INTO why_not_day (organization_id, day, why, checks)
      SELECT k.organization_id, (to_timestamp(('x0000' || ms)::bit(64)::bigint / 1000.0) AT TIME ZONE 'UTC')::date, "whyNot", count(*)
      FROM happened JOIN plugin_key k ON k.id = "pluginKeyId" WHERE "whyNot" IS NOT NULL AND k.mode = 'live'
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (organization_id, day, why) DO UPDATE SET checks = why_not_day.checks + excluded.checks
    ), written AS (
      INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, provider, mode, minimum_age, host, billed, reference, dropped_count)
      SELECT overlay(gen_random_uuid()::text PLACING
          substr(ms, 1, 8) || '-' || substr(ms, 9, 4) || '-7' || lpad(to_hex(n % 4096), 3, '0') FROM 1 FOR 18)::uuid,
        k.organization_id, k.id, e.kind, e.code, e.ok, e.provider, k.mode, e."minimumAge", e.host, e.billed, e.reference, e."droppedCount"
      FROM happened e
      CROSS JOIN LATERAL (
        SELECT id, organization_id, mode FROM plugin_key WHERE id = e."pluginKeyId"
        UNION ALL SELECT id, organization_id, mode FROM plugin_key WHERE key = e."pluginKey"
        LIMIT 1
      ) k
      RETURNING *
    )
    INSERT INTO activity_day (organization_id, day, plugin_key_id, kind, code, ok, provider, mode, events)
    SELECT organization_id, (uuid_v7_moment(id) AT TIME ZONE 'UTC')::date, plugin_key_id, kind, code, ok, provider, mode, count(*)
    FROM written GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 7
    ON CONFLICT (organization_id, day, facet) DO UPDATE SET events = activity_day.events + excluded.events
    RETURNING (SELECT ('x0000' || max(ms))::bit(64)::bigint FROM happened) AS newest
  `);
  return row?.newest ?? null;
}

/** A statement reaches the database within this time. */
const MAX_LATE_MS = 10_000;
