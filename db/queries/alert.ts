import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { keyAlert, spendAlert } from "../schema/notice.ts";
import { includedIn } from "./subscription.ts";

export type CappedRow = {
  organizationId: string;
  name: string;
  period: string;
  currency: string;
  spendCapMinor: number;
  stopsAtCap: boolean;
  spentMinor: number;
  dearestMinor: number;
  hasIncluded: boolean;
  /** Those told in this month already. */
  told: number[];
};

/** What every organization with a cap has spent in this UTC month; or one of them. */
export async function listCapped(db: Db, organizationId: string | null = null): Promise<CappedRow[]> {
  const rows = await db.execute<CappedRow & Record<"spendCapMinor" | "spentMinor", string>>(sql`
    WITH clock AS MATERIALIZED (SELECT date_trunc('month', now(), 'UTC')::date AS period)
    SELECT s.organization_id AS "organizationId", o.name, clock.period::text, s.currency, s.spend_cap_minor AS "spendCapMinor",
      s.stops_at_cap AS "stopsAtCap", coalesce(u.spent_minor, 0) AS "spentMinor",
      greatest(s.price_s_minor, s.price_b_minor) AS "dearestMinor", coalesce(u.events, 0) < ${includedIn(sql`clock.period`)} AS "hasIncluded",
      (SELECT coalesce(jsonb_agg(a.percent), '[]') FROM spend_alert a WHERE a.organization_id = s.organization_id AND a.period = clock.period) AS told
    FROM clock CROSS JOIN subscription s JOIN organization o ON o.id = s.organization_id
    LEFT JOIN usage_counter u ON u.organization_id = s.organization_id AND u.period = clock.period
    WHERE s.spend_cap_minor IS NOT NULL AND (${organizationId}::uuid IS NULL OR s.organization_id = ${organizationId}::uuid)`);
  return rows.map((row) => ({ ...row, spendCapMinor: Number(row.spendCapMinor), spentMinor: Number(row.spentMinor) }));
}

/** Those that were not told yet: of two who look at once, one tells. */
export async function insertSpendAlerts(
  tx: Transaction,
  { organizationId, period }: { organizationId: string; period: string },
  percents: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .insert(spendAlert)
    .values(percents.map((percent) => ({ organizationId, period, percent })))
    .onConflictDoNothing()
    .returning({ percent: spendAlert.percent });
  return rows.map(({ percent }) => percent);
}

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

/** Keys with at least so many billed checks in the last hour, and the busiest hour of each in the two weeks before it. */
export async function listKeyRates(db: Db, atLeast: number): Promise<KeyRateRow[]> {
  const rows = await db.execute<Omit<KeyRateRow, "hour"> & { hour: string }>(sql`
    WITH clock AS MATERIALIZED (SELECT now() AS now), lately AS (
      SELECT e.organization_id, e.plugin_key_id, count(*) AS events
      FROM clock, usage_counter u CROSS JOIN LATERAL (
        SELECT organization_id, plugin_key_id FROM billing_event
        WHERE organization_id = u.organization_id AND created_at > clock.now - interval '1 hour' AND mode = 'live' AND reverses IS NULL
      ) e
      WHERE u.period = date_trunc('month', clock.now, 'UTC')::date
      GROUP BY 1, 2 HAVING count(*) >= ${atLeast}
    )
    SELECT l.organization_id AS "organizationId", l.plugin_key_id AS "pluginKeyId", k.key, k.label,
      (clock.now AT TIME ZONE 'UTC')::date::text AS day, clock.now AS hour, l.events::int AS "lastHour",
      coalesce(history.busiest, 0)::int AS busiest, greatest(coalesce(history.days, 0), extract(epoch FROM clock.now - k.created_at) / 86400)::float AS "knownDays"
    FROM clock, lately l JOIN plugin_key k ON k.id = l.plugin_key_id
    CROSS JOIN LATERAL (
      SELECT max(events) AS busiest, max(ago) / 24 AS days FROM (
        SELECT floor(extract(epoch FROM clock.now - created_at) / 3600) AS ago, count(*) AS events
        FROM billing_event
        WHERE organization_id = l.organization_id AND plugin_key_id = l.plugin_key_id AND mode = 'live' AND reverses IS NULL
          AND created_at > clock.now - interval '337 hours' AND created_at <= clock.now - interval '1 hour'
        GROUP BY 1
      ) AS hours
    ) AS history`);
  return rows.map((row) => ({ ...row, hour: new Date(row.hour) }));
}

/** False: it was told on this day already. */
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

/** Of the last two days, the latest first. */
export async function listKeyAlerts(db: Db, organizationId: string) {
  const rows = await db.execute<{
    key: string;
    label: string;
    hour: string;
    events: number;
    busiest: number;
    pausedAt: string | null;
  }>(sql`
    SELECT k.key, k.label, a.hour, a.events, a.busiest, k.paused_at AS "pausedAt" FROM key_alert a JOIN plugin_key k ON k.id = a.plugin_key_id
    WHERE a.organization_id = ${organizationId} AND a.created_at > now() - interval '48 hours' AND k.revoked_at IS NULL
    ORDER BY a.created_at DESC`);
  return rows.map((row) => ({ ...row, hour: new Date(row.hour), isPaused: row.pausedAt !== null }));
}
