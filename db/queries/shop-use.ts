import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { Mode } from "../schema/values.rules.ts";

/** Has a shop of theirs started a check, and has its backend asked about a token? */
export type ShopUse = { hasCalled: boolean; hasAsked: boolean };

/** Leaves out a member's own test checks, which name no host. Live checks are always a shop's. */
export async function readShopUse(db: Db, organizationId: string): Promise<ShopUse> {
  const counted = await db.execute<Use & { mode: Mode }>(sql`
    SELECT DISTINCT kind, mode FROM activity_day WHERE organization_id = ${organizationId} AND ${IS_USE}`);
  const live = counted.filter(({ mode }) => mode === "live");
  // The events of all days are opened only where they can tell more.
  const isKnown = counted.every(({ kind }) => live.some((use) => use.kind === kind));
  const uses = isKnown ? live : [...live, ...(await listTestUses(db, organizationId))];
  return { hasCalled: uses.some(({ kind }) => kind === "call"), hasAsked: uses.some(({ kind }) => kind === "check") };
}

type Use = { kind: "call" | "check" };

const IS_USE = sql`code IN ('accepted', 'answered_yes', 'answered_no')`;

function listTestUses(db: Db, organizationId: string): Promise<Use[]> {
  return db.execute<Use>(sql`
    WITH facets AS MATERIALIZED (
      SELECT DISTINCT facet, kind FROM activity_day
      WHERE organization_id = ${organizationId} AND mode = 'test' AND ${IS_USE}
    )
    SELECT DISTINCT kind FROM facets WHERE EXISTS (
      SELECT FROM activity_event e WHERE e.facet = facets.facet AND e.organization_id = ${organizationId} AND e.host IS NOT NULL
    )`);
}
