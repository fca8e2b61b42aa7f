import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { ActivityKind, MinimumAge, ProviderId } from "../schema/values.rules.ts";

export type RecentEvent = {
  at: Date;
  kind: ActivityKind;
  code: string;
  ok: boolean;
  provider: ProviderId | null;
  minimumAge: MinimumAge | null;
  host: string | null;
  reference: string | null;
  /** Of a question about a token: the reference of its check, where members may know it. */
  checkReference: string | null;
};

/**
 * The newest events of one key since a moment, the newest first. Of a live key only its calls: a page that shows each step as
 * it happens would tell by its time how a check ended (contract §5).
 */
export async function selectRecentEvents(
  db: Db,
  organizationId: string,
  { key, since, max }: { key: string; since: Date; max: number },
): Promise<RecentEvent[]> {
  const isSince = sql`id >= uuid_v7_from(${since.toISOString()}::timestamptz)`;
  return db.execute<RecentEvent>(sql`
    WITH facets AS MATERIALIZED (
      SELECT DISTINCT facet FROM activity_day
      WHERE organization_id = ${organizationId} AND (mode = 'test' OR kind = 'call')
        AND plugin_key_id = (SELECT id FROM plugin_key WHERE organization_id = ${organizationId} AND key = ${key})
    )
    SELECT uuid_v7_moment(id) AS at, kind, code, ok, provider, minimum_age AS "minimumAge", host, reference,
      check_reference AS "checkReference"
    FROM facets CROSS JOIN LATERAL (
      SELECT id, kind, code, ok, provider, minimum_age, host, reference, check_reference FROM activity_event
      WHERE activity_event.facet = facets.facet AND organization_id = ${organizationId} AND ${isSince}
      ORDER BY id DESC LIMIT ${max}
    ) AS found
    ORDER BY id DESC LIMIT ${max}
  `);
}
