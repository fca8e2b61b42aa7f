import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** `lastUsedAt`: `null` if no call is recorded. `callsInDay`: calls of the last 24 hours, also refused ones. */
export type KeyUse = { key: string; lastUsedAt: Date | null; lastHost: string | null; callsInDay: number };

/**
 * When, from where and how often each key is called. It looks for the newest call only in the last day that a facet counts, and
 * in the day after: a link that is made at midnight counts on the day before its call.
 */
export async function listKeyUse(db: Db, organizationId: string): Promise<KeyUse[]> {
  return db.execute<KeyUse>(sql`
    WITH facets AS MATERIALIZED (
      SELECT plugin_key_id, facet, max(day)::timestamp AT TIME ZONE 'UTC' AS last FROM activity_day
      WHERE organization_id = ${organizationId} AND kind = 'call' AND day >= (now() AT TIME ZONE 'UTC')::date - 31
      GROUP BY plugin_key_id, facet
    )
    SELECT k.key, uuid_v7_moment(newest.id) AS "lastUsedAt", newest.host AS "lastHost", coalesce(lately.calls, 0) AS "callsInDay"
    FROM plugin_key k
    LEFT JOIN LATERAL (
      SELECT found.id, found.host FROM facets f CROSS JOIN LATERAL (
        SELECT id, host, plugin_key_id FROM activity_event
        WHERE activity_event.facet = f.facet
          AND id >= uuid_v7_from(f.last) AND id < uuid_v7_from(f.last + interval '48 hours')
        ORDER BY id DESC LIMIT 1
      ) AS found
      WHERE f.plugin_key_id = k.id AND found.plugin_key_id = k.id ORDER BY found.id DESC LIMIT 1
    ) AS newest ON true
    LEFT JOIN LATERAL (
      SELECT sum(counted.calls) AS calls FROM facets f CROSS JOIN LATERAL (
        SELECT count(*) AS calls FROM activity_event
        WHERE activity_event.facet = f.facet AND id >= uuid_v7_from(now() - interval '24 hours')
      ) AS counted
      WHERE f.plugin_key_id = k.id AND f.last > now() - interval '72 hours'
    ) AS lately ON true
    WHERE k.organization_id = ${organizationId}
    ORDER BY k.created_at, k.id
  `);
}
