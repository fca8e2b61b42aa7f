import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { closedMonth } from "../schema/invoice.ts";
import { idsBefore, idsSince, isBetween, organizationsIn } from "./billing-event.ts";

/** Lists who may owe something for a month: by live rows or a fee, unless Stripe collects and took all of it. */
export async function listDebtors(db: Db, from: Date, to: Date): Promise<string[]> {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const id = sql`verification_id`;
  const ids = sql`${idsSince(from, id)} AND ${idsBefore(to, id)}`;
  const rows = await db.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT id FROM ${organizationsIn("billing_event", ids)} AS known WHERE EXISTS (
        SELECT 1 FROM billing_event e WHERE organization_id = known.id AND ${isBetween(from, to)} AND mode = 'live')
      UNION
      SELECT organization_id FROM subscription_term WHERE monthly_fee_minor > 0 AND starts_at < ${end}::timestamptz
    ) AS owing
    WHERE NOT EXISTS (
      SELECT 1 FROM subscription_span WHERE organization_id = owing.id AND since <= ${start}::timestamptz
        AND (until IS NULL OR until >= ${end}::timestamptz))
    UNION
    SELECT organization_id FROM stripe_meter_batch WHERE given_up_at >= ${start}::timestamptz AND given_up_at < ${end}::timestamptz`);
  return rows.map(({ id }) => id);
}

/** Reads the first open month, or `null` if nothing was ever billed; and the database's clock. */
export async function readCalendar(db: Db): Promise<{ today: Date; firstOpen: string | null }> {
  const [row] = await db.execute<{ today: Date; firstOpen: string | null }>(sql`
    SELECT clock_timestamp() AS today, coalesce(
      (SELECT (max(period) + interval '1 month')::date FROM closed_month),
      (SELECT date_trunc('month', least(
        (SELECT min(period)::timestamptz FROM usage_counter), (SELECT min(starts_at) FROM subscription_term)), 'UTC')::date)
    ) AS "firstOpen"`);
  if (!row) throw new Error("The database did not tell the time");
  return row;
}

export async function insertClosedMonth(db: Db, period: string): Promise<void> {
  await db.insert(closedMonth).values({ period }).onConflictDoNothing();
}
