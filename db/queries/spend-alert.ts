import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { spendAlert } from "../schema/alert.ts";
import { includedIn } from "./bill-facts.ts";

export type CappedRow = {
  organizationId: string;
  period: string;
  currency: string;
  spendCapMinor: number;
  stopsAtCap: boolean;
  spentMinor: number;
  dearestMinor: number;
  hasIncluded: boolean;
  /** Says which thresholds an e-mail of this month has reported, and when. */
  sent: { percent: number; sentAt: string }[];
};

/** Lists what every organization with a cap has spent in this UTC month; or only one organization. */
export async function listCapped(db: Db, organizationId: string | null = null): Promise<CappedRow[]> {
  return db.execute<CappedRow>(sql`
    WITH clock AS MATERIALIZED (SELECT date_trunc('month', now(), 'UTC')::date AS period)
    SELECT s.organization_id AS "organizationId", clock.period, s.currency, s.spend_cap_minor AS "spendCapMinor",
      s.stops_at_cap AS "stopsAtCap", coalesce(u.spent_minor, 0) AS "spentMinor",
      greatest(s.price_s_minor, s.price_b_minor) AS "dearestMinor", coalesce(u.events, 0) < ${sql.raw(includedIn("clock.period"))} AS "hasIncluded",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('percent', a.percent, 'sentAt', a.created_at) ORDER BY a.percent), '[]')
        FROM spend_alert a WHERE a.organization_id = s.organization_id AND a.period = clock.period) AS sent
    FROM clock CROSS JOIN subscription s
    LEFT JOIN usage_counter u ON u.organization_id = s.organization_id AND u.period = clock.period
    WHERE s.spend_cap_minor IS NOT NULL AND (${organizationId}::uuid IS NULL OR s.organization_id = ${organizationId}::uuid)`);
}

/** Returns the new thresholds: of two processes only one gets a threshold back and sends its e-mail. */
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
