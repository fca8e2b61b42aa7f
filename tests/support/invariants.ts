import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

const EVENT = sql`billing_event WHERE reverses IS NULL`;

/** What a verification must have come to, to be billed (contract §1, "Billing"). */
const IS_BILLED = sql`(v.provider = 'b' OR v.outcome = 'verified')`;

/** Each is to be 0. One statement, and so one moment, while others write. `promised`: verifications that callers were told of. */
export async function contradictionsIn(db: Db, promised: Iterable<string>) {
  const [row] = await db.execute<Record<keyof typeof NO_CONTRADICTION, number>>(sql`
    WITH event AS NOT MATERIALIZED (SELECT * FROM ${EVENT}),
    promised AS (SELECT id::uuid FROM jsonb_array_elements_text(${JSON.stringify([...promised])}::jsonb) AS p(id)),
    total AS (
      SELECT organization_id, date_trunc('month', created_at, 'UTC')::date AS period, count(*) AS events, sum(price_minor) AS spent_minor
      FROM event WHERE mode = 'live' GROUP BY 1, 2),
    reserved AS (
      SELECT organization_id, reserved_until AS until, reserved_minor AS price_minor, with_secret, count(*) AS checks
      FROM verification WHERE reserved_until > now() AND completed_at IS NULL GROUP BY 1, 2, 3, 4)
    SELECT
      (SELECT count(*) FROM promised p WHERE 1 <> (SELECT count(*) FROM event e WHERE e.verification_id = p.id))::int AS "promisedWithoutOneEvent",
      (SELECT count(*) FROM promised p WHERE 1 <> (SELECT count(*) FROM verification v WHERE v.id = p.id))::int AS "promisedWithoutVerification",
      (SELECT count(*) FROM event e WHERE NOT EXISTS (SELECT FROM verification v WHERE v.id = e.verification_id AND ${IS_BILLED}))::int AS "billedForNothing",
      (SELECT count(*) FROM verification v WHERE ${IS_BILLED} AND NOT EXISTS (SELECT FROM event e WHERE e.verification_id = v.id))::int AS "notBilled",
      (SELECT count(*) - count(DISTINCT verification_id) FROM event)::int AS "billedTwice",
      (SELECT count(*) FROM idempotency_key i WHERE NOT EXISTS (SELECT FROM verification v WHERE v.id = i.verification_id))::int AS "rememberedForNothing",
      (SELECT count(*) FROM total FULL JOIN usage_counter u USING (organization_id, period)
        -- A month begins with a row of its own, before its first check. A kill may come between them.
        WHERE (coalesce(total.events, 0), coalesce(total.spent_minor, 0)) IS DISTINCT FROM (u.events, u.spent_minor))::int AS "miscounted",
      (SELECT count(*) FROM reserved v FULL JOIN (SELECT * FROM reservation WHERE until > now()) r
        USING (organization_id, until, price_minor, with_secret)
        WHERE coalesce(v.checks, 0) <> coalesce(r.checks, 0))::int AS "misreserved"
  `);
  return row;
}

export const NO_CONTRADICTION = {
  promisedWithoutOneEvent: 0,
  promisedWithoutVerification: 0,
  billedForNothing: 0,
  notBilled: 0,
  billedTwice: 0,
  rememberedForNothing: 0,
  miscounted: 0,
  misreserved: 0,
};

/** How many events of a provider an organization has. */
export async function eventsOf(db: Db, organizationId: string, provider: "s" | "b"): Promise<number> {
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM ${EVENT} AND organization_id = ${organizationId} AND provider = ${provider}`,
  );
  return row?.n ?? -1;
}
