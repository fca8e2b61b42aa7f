import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Counts the live checks of the UTC months of some days, both included; without a day, of all before or after. */
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

type Counted = { events: number; spentMinor: number };

/** Finds the first UTC month whose running total differs from the sum of the ledger; `null`: none, or the organization was deleted. */
export async function findMiscounted(db: Db, organizationId: string) {
  const [row] = await db.execute<{ period: string; counted: Counted; ledger: Counted }>(sql`
    SELECT period, ${countedOf(sql`u`)} AS counted, ${countedOf(sql`l`)} AS ledger
    FROM (SELECT * FROM usage_counter WHERE organization_id = ${organizationId}) u
    FULL JOIN (
      SELECT date_trunc('month', created_at, 'UTC')::date AS period, count(*) FILTER (WHERE reverses IS NULL) AS events,
        sum(price_minor) AS spent_minor
      FROM billing_event WHERE organization_id = ${organizationId} AND mode = 'live' AND credit_note_id IS NULL GROUP BY 1
    ) l USING (period)
    WHERE EXISTS (SELECT 1 FROM organization WHERE id = ${organizationId}) AND ${countedOf(sql`u`)} <> ${countedOf(sql`l`)}
    ORDER BY period LIMIT 1`);
  return row ?? null;
}

function countedOf(sums: SQL): SQL {
  return sql`jsonb_build_object('events', coalesce(${sums}.events, 0), 'spentMinor', coalesce(${sums}.spent_minor, 0))`;
}
