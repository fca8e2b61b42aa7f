import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

export type ReservedRow = { organizationId: string; priceMinor: number; checks: number };

/**
 * A claim or an outcome that begins before its deadline may be stored after it, because a statement waits up to 5 seconds. So a
 * reservation stays for this time after the deadline.
 */
const SETTLING_MS = 10_000;

const MINUTE_MS = 60_000;

/**
 * The live checks of provider `s` that may still end *verified*, which the spend caps must leave room for. A check without a
 * reserved price is counted at the price of the current terms. The checks themselves are counted, so a process that dies leaves
 * no reservation behind. The bounds on the id exclude older partitions when the statement is planned.
 */
export async function readReserved(
  db: Db,
  organizationIds: string[],
  now: Date,
  { linkMs, flowMs }: { linkMs: number; flowMs: number },
): Promise<ReservedRow[]> {
  if (organizationIds.length === 0) return [];
  const ago = (ms: number) => sql`${new Date(+now - SETTLING_MS - ms).toISOString()}::timestamptz`;
  const ids = sql.join(
    organizationIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const rows = await db.execute<ReservedRow>(sql`
    SELECT v.organization_id AS "organizationId", coalesce(v.reserved_minor, s.price_s_minor) AS "priceMinor", count(*) AS checks
    FROM verification v JOIN subscription s ON s.organization_id = v.organization_id
    WHERE v.organization_id IN (${ids}) AND provider = 's' AND mode = 'live' AND completed_at IS NULL
      AND id >= uuid_v7_from(${ago(linkMs + flowMs)}) AND id < uuid_v7_from(${ago(-MINUTE_MS)})
      AND CASE WHEN started_at IS NULL THEN v.created_at > ${ago(linkMs)} ELSE started_at > ${ago(flowMs)} END
    GROUP BY 1, 2`);
  return [...rows];
}
