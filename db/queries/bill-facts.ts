import type { Db } from "../client.ts";
import { preparedStatement } from "../prepared.ts";
import type { KeyRow } from "./admission-key.ts";

/** Says how many checks a subscription `s` includes in a month. In the month of the last change of terms, a number by days. */
export const includedIn = (period: string) =>
  `CASE WHEN s.included_period = ${period} THEN s.included_in_period ELSE s.included_checks END`;

type Terms = Omit<NonNullable<KeyRow["subscription"]>, "status" | "pastDueSince">;
type Usage = { checks: number; spentMinor: number };

const READ = preparedStatement<{ now: Date; terms: Terms | null } & Usage>(`
  WITH clock AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS now)
  SELECT clock.now, coalesce(u.events, 0) AS checks, coalesce(u.spent_minor, 0) AS "spentMinor",
    CASE WHEN s.organization_id IS NOT NULL THEN jsonb_build_object('currency', s.currency, 'priceSMinor', s.price_s_minor,
      'priceBMinor', s.price_b_minor, 'includedChecks', ${includedIn("date_trunc('month', clock.now, 'UTC')::date")},
      'spendCapMinor', s.spend_cap_minor, 'stopsAtCap', s.stops_at_cap) END AS terms
  FROM clock LEFT JOIN usage_counter u ON u.organization_id = $1 AND u.period = date_trunc('month', clock.now, 'UTC')::date
  LEFT JOIN subscription s ON s.organization_id = $1
`);

/** Reads the facts that the price of a check depends on. `usage`: of the UTC month of `now`. */
export async function readBillFacts(db: Db, organizationId: string) {
  const [row] = await READ(db, organizationId);
  if (!row) throw new Error("The database did not tell the time");
  const { now, terms, ...usage } = row;
  return { now, terms, usage };
}
