import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { billingEvent, usageCounter } from "../schema/ledger.ts";
import type { Outcome } from "../schema/values.rules.ts";
import { verification } from "../schema/verification.ts";
import { milliseconds } from "../sql.ts";
import type { NewBill } from "./admission.ts";
import type { LockedTransaction } from "./organization-lock.ts";

type Completion = {
  id: string;
  outcome: Outcome;
  /** As the caller read it. If a browser has claimed the link since, nothing is written. */
  startedAt: Date | null;
  /** How long a verification may be completed: after its creation while unclaimed, after its claim otherwise. */
  linkMs: number;
  flowMs: number;
};

/** `at`: the moment of the billing event, by the database's clock. `host`: the shop's, from the return URL. */
type Bill = NewBill & { at: Date; host: string | null; mac: Buffer };

/** Writes the outcome, erases the return URL and the browser. False: the verification had ended already. */
export async function completeVerification(db: Db, completion: Completion): Promise<boolean> {
  return complete(db, completion, null);
}

/**
 * The same with its billing event, in one statement. It reads the clock when it runs, not when the transaction began: the
 * transaction may have waited for the lock while another check was given this one's place under the cap.
 */
export async function completeAndBill(tx: LockedTransaction, completion: Completion, bill: Bill): Promise<boolean> {
  return complete(tx, completion, bill);
}

async function complete(
  db: Db,
  { id, outcome, startedAt, linkMs, flowMs }: Completion,
  bill: Bill | null,
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
