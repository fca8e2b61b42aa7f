import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** One event. `pluginKey`: the text of its key; `pluginKeyId`: the same by id. Either will do. */
export type NewActivity = {
  id: string;
  pluginKey: string | null;
  pluginKeyId: string | null;
  kind: "call" | "step" | "check" | "gap";
  code: string;
  ok: boolean;
  provider: "s" | "b" | null;
  minimumAge: 16 | 18 | null;
  host: string | null;
  billed: boolean;
  reference: string | null;
  gapCount: number | null;
};

/**
 * Events and their counters in one statement. What a key's organization is, the key says; an event of a key that does not
 * exist is nobody's. Counters are taken in one order, so that two who write at once never wait for each other in a ring.
 */
export async function insertActivity(db: Db, events: NewActivity[]): Promise<void> {
  await db.execute(sql`
    WITH written AS (
      INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, provider, mode, minimum_age, host, billed, reference, gap_count)
      SELECT e.id, k.organization_id, k.id, e.kind, e.code, e.ok, e.provider, k.mode, e."minimumAge", e.host, e.billed, e.reference, e."gapCount"
      FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e(
        id uuid, "pluginKey" text, "pluginKeyId" uuid, kind text, code text, ok boolean, provider text,
        "minimumAge" smallint, host text, billed boolean, reference text, "gapCount" int)
      CROSS JOIN LATERAL (
        SELECT id, organization_id, mode FROM plugin_key WHERE id = e."pluginKeyId"
        UNION ALL SELECT id, organization_id, mode FROM plugin_key WHERE key = e."pluginKey"
        LIMIT 1
      ) k
      RETURNING *
    )
    INSERT INTO activity_day (organization_id, day, facet, plugin_key_id, kind, code, ok, provider, mode, events)
    SELECT organization_id, (uuid_v7_moment(id) AT TIME ZONE 'UTC')::date, facet, plugin_key_id, kind, code, ok, provider, mode, count(*)
    FROM written GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, day, facet) DO UPDATE SET events = activity_day.events + excluded.events
  `);
}
