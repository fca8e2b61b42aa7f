import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { usageCounter } from "../schema/ledger.ts";

/** The running total of a UTC month. */
export async function readSpent(db: Db, organizationId: string, period: string): Promise<number> {
  const [row] = await db
    .select({ spentMinor: usageCounter.spentMinor })
    .from(usageCounter)
    .where(and(eq(usageCounter.organizationId, organizationId), eq(usageCounter.period, period)));
  return row?.spentMinor ?? 0;
}

/** The live checks of the UTC months of some days, both included; without a day, of all months before or after. */
export async function countChecks(
  db: Db,
  organizationId: string,
  { since = "-infinity", until = "infinity" }: { since?: string; until?: string },
): Promise<number> {
  const [row] = await db.execute<{ checks: number }>(sql`
    SELECT coalesce(sum(events), 0) AS checks FROM usage_counter
    WHERE organization_id = ${organizationId} AND period >= date_trunc('month', ${since}::timestamp)::date AND period <= ${until}::date`);
  return row?.checks ?? 0;
}

/** UTC months whose running total differs from the sum of the ledger, the oldest first. None for a deleted organization. */
export async function listMiscounted(db: Db, organizationId: string) {
  const rows = await db.execute<{
    period: string;
    counted: number;
    summed: number;
    counter: number;
    events: number;
  }>(sql`
    SELECT period, coalesce(u.events, 0) AS counter, coalesce(l.events, 0) AS events,
      coalesce(u.spent_minor, 0) AS counted, coalesce(l.spent, 0) AS summed
    FROM (SELECT * FROM usage_counter WHERE organization_id = ${organizationId}) u
    FULL JOIN (
      SELECT date_trunc('month', created_at, 'UTC')::date AS period, count(*) FILTER (WHERE reverses IS NULL) AS events, sum(price_minor) AS spent
      FROM billing_event WHERE organization_id = ${organizationId} AND mode = 'live' AND credit_note_id IS NULL GROUP BY 1
    ) l USING (period)
    WHERE EXISTS (SELECT 1 FROM organization WHERE id = ${organizationId})
      AND (coalesce(u.events, 0), coalesce(u.spent_minor, 0)) IS DISTINCT FROM (coalesce(l.events, 0), coalesce(l.spent, 0))
    ORDER BY period`);
  return rows.map(({ period, counted, summed, counter, events }) => ({
    period,
    counter: { events: counter, spentMinor: counted },
    ledger: { events, spentMinor: summed },
  }));
}
