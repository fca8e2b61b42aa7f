import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { keyAlert } from "../schema/alert.ts";

export type KeyRateRow = {
  organizationId: string;
  pluginKeyId: string;
  key: string;
  label: string;
  day: string;
  hour: Date;
  lastHour: number;
  busiest: number;
  knownDays: number;
};

/** Lists keys with at least `atLeast` billed checks in the last hour, with the busiest hour of two weeks before. */
export async function listKeyRates(db: Db, atLeast: number): Promise<KeyRateRow[]> {
  return db.execute<KeyRateRow>(sql`
    WITH clock AS MATERIALIZED (SELECT now() AS now), used AS (
      -- The last hour may have begun in the month before.
      SELECT DISTINCT organization_id FROM clock, usage_counter
      WHERE period >= date_trunc('month', clock.now - interval '1 hour', 'UTC')::date
    ), lately AS (
      SELECT e.organization_id, e.plugin_key_id, count(*) AS events
      FROM clock, used u CROSS JOIN LATERAL (
        SELECT organization_id, plugin_key_id FROM billing_event
        WHERE organization_id = u.organization_id AND created_at > clock.now - interval '1 hour'
          AND verification_id >= (SELECT uuid_v7_from(now() - interval '25 hours')) AND mode = 'live' AND reverses IS NULL
      ) e
      GROUP BY 1, 2 HAVING count(*) >= ${atLeast}
    )
    SELECT l.organization_id AS "organizationId", l.plugin_key_id AS "pluginKeyId", k.key, k.label,
      (clock.now AT TIME ZONE 'UTC')::date AS day, clock.now AS hour, l.events AS "lastHour",
      coalesce(history.busiest, 0) AS busiest, greatest(coalesce(history.days, 0), extract(epoch FROM clock.now - k.created_at) / 86400) AS "knownDays"
    FROM clock, lately l JOIN plugin_key k ON k.id = l.plugin_key_id
    CROSS JOIN LATERAL (
      SELECT max(events) AS busiest, max(ago) / 24 AS days FROM (
        SELECT floor(extract(epoch FROM clock.now - created_at) / 3600) AS ago, count(*) AS events
        FROM billing_event
        WHERE organization_id = l.organization_id AND plugin_key_id = l.plugin_key_id AND mode = 'live' AND reverses IS NULL
          AND verification_id >= (SELECT uuid_v7_from(now() - interval '361 hours')) AND created_at > clock.now - interval '337 hours' AND created_at <= clock.now - interval '1 hour'
        GROUP BY 1
      ) AS hours
    ) AS history`);
}

/** False: this day has an alert of the key already. */
export async function insertKeyAlert(
  tx: Transaction,
  { lastHour, key: _, label: __, knownDays: ___, ...row }: KeyRateRow,
): Promise<boolean> {
  const rows = await tx
    .insert(keyAlert)
    .values({ ...row, events: lastHour })
    .onConflictDoNothing()
    .returning({ day: keyAlert.day });
  return rows.length > 0;
}

/** Lists alerts of the last two days, the latest first. */
export async function listKeyAlerts(db: Db, organizationId: string) {
  return db.execute<{
    key: string;
    label: string;
    hour: Date;
    events: number;
    busiest: number;
    isPaused: boolean;
  }>(sql`
    SELECT k.key, k.label, a.hour, a.events, a.busiest, k.paused_at IS NOT NULL AS "isPaused" FROM key_alert a JOIN plugin_key k ON k.id = a.plugin_key_id
    WHERE a.organization_id = ${organizationId} AND a.created_at > now() - interval '48 hours' AND k.revoked_at IS NULL
    ORDER BY a.created_at DESC`);
}
