import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Has a shop of theirs started a check, and has its backend asked about a token? */
export type ShopUse = { hasCalled: boolean; hasAsked: boolean };

/**
 * A test check that a member runs from the dashboard names no host, and is no shop's. Live checks are always a shop's, and stay
 * counted longer than their events are stored.
 */
export async function readShopUse(db: Db, organizationId: string): Promise<ShopUse> {
  const [row] = await db.execute<ShopUse>(sql`
    WITH facets AS MATERIALIZED (
      SELECT DISTINCT facet, kind, mode FROM activity_day
      WHERE organization_id = ${organizationId} AND code IN ('accepted', 'answered_yes', 'answered_no')
    )
    SELECT coalesce(bool_or(kind = 'call'), false) AS "hasCalled", coalesce(bool_or(kind = 'check'), false) AS "hasAsked"
    FROM facets
    WHERE mode = 'live' OR EXISTS (
      SELECT FROM activity_event e WHERE e.facet = facets.facet AND e.organization_id = ${organizationId} AND e.host IS NOT NULL
    )
  `);
  return row ?? { hasCalled: false, hasAsked: false };
}
