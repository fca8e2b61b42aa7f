import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { billingEvent, usageCounter } from "../schema/ledger.ts";
import type { Outcome } from "../schema/values.rules.ts";
import { verification } from "../schema/verification.ts";
import { milliseconds } from "../sql.ts";
import type { NewBill } from "./admission.ts";

export type Completion = {
  id: string;
  outcome: Outcome;
  /** As the caller saw it: a link that somebody claimed in between is not the caller's to end. */
  startedAt: Date | null;
  /** Of a link that is still unclaimed, and of one that is: how long it may be completed. */
  linkMs: number;
  flowMs: number;
  /** `at`: the moment that it counts for, as the database told it. `host`: the shop's, that the visitor goes back to. */
  bill: (NewBill & { at: Date; host: string | null; mac: Buffer }) | null;
};

/**
 * The outcome and its billing event in one statement; forgets the page and the browser. False: it had ended already. The clock
 * is read now, not when the transaction began: it may have waited for the gate while another check was given this one's place
 * under the cap.
 */
export async function completeVerification(
  db: Db,
  { id, outcome, startedAt, linkMs, flowMs, bill }: Completion,
): Promise<boolean> {
  const rows = await db.execute(sql`
    WITH done AS (
      UPDATE ${verification} SET completed_at = now(), outcome = ${outcome}, return_url = NULL, browser = NULL, problem = NULL
      WHERE id = ${id} AND completed_at IS NULL AND (problem IS NOT DISTINCT FROM 'too_young') = ${outcome === "too_young"}::boolean
        AND started_at IS NOT DISTINCT FROM ${startedAt?.toISOString() ?? null}::timestamptz AND CASE
        WHEN started_at IS NULL THEN created_at > clock_timestamp() - ${milliseconds(linkMs)}
        ELSE started_at > clock_timestamp() - ${milliseconds(flowMs)} END
      RETURNING *
    ), billed AS (
      INSERT INTO ${billingEvent} (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at, mac)
      SELECT id, organization_id, plugin_key_id, provider, mode, ${bill?.priceMinor ?? 0}::int, ${bill?.currency ?? ""}::text,
        ${bill?.basis ?? null}::text, ${bill?.host ?? null}::text, ${bill?.at.toISOString() ?? null}::timestamptz, ${bill?.mac ?? null}::bytea
      FROM done WHERE ${bill !== null}::boolean
      RETURNING *
    ), counted AS (
      INSERT INTO ${usageCounter} AS u (organization_id, period, events, spent_minor)
      SELECT organization_id, date_trunc('month', created_at, 'UTC')::date, 1, price_minor FROM billed WHERE mode = 'live'
      ON CONFLICT (organization_id, period) DO UPDATE
      SET events = u.events + 1, spent_minor = u.spent_minor + excluded.spent_minor
    )
    SELECT id FROM done
  `);
  return rows.length > 0;
}
