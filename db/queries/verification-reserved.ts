import type { Db } from "../client.ts";
import { arrayOf, preparedStatement } from "../prepared.ts";

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
 * no reservation behind.
 */
export async function readReserved(
  db: Db,
  organizationIds: readonly string[],
  now: Date,
  { linkMs, flowMs }: { linkMs: number; flowMs: number },
): Promise<ReservedRow[]> {
  if (organizationIds.length === 0) return [];
  const [claimableSince, underWaySince] = [linkMs, flowMs].map((ms) => new Date(+now - SETTLING_MS - ms).toISOString());
  const createdSince = new Date(+now - SETTLING_MS - linkMs - flowMs).toISOString();
  const createdBefore = new Date(+now + MINUTE_MS).toISOString();
  const values = [createdSince, createdBefore, claimableSince ?? "", underWaySince ?? ""];
  return select(db, arrayOf(organizationIds), ...values);
}

const select = preparedStatement<ReservedRow>(`
  SELECT v.organization_id AS "organizationId", coalesce(v.reserved_minor, s.price_s_minor) AS "priceMinor", count(*) AS checks
  FROM unnest($1::uuid[]) AS o(id)
  JOIN subscription s ON s.organization_id = o.id
  -- Pairs: an index on the id alone does not serve, and would read everybody's rows.
  JOIN verification v ON (v.organization_id, v.id) >= (o.id, uuid_v7_from($2::timestamptz))
    AND (v.organization_id, v.id) < (o.id, uuid_v7_from($3::timestamptz))
  WHERE v.provider = 's' AND v.mode = 'live' AND v.completed_at IS NULL
    AND CASE WHEN v.started_at IS NULL THEN v.created_at > $4::timestamptz ELSE v.started_at > $5::timestamptz END
  GROUP BY 1, 2
`);
