import type { Db } from "../client.ts";
import { preparedStatement } from "../prepared.ts";
import type { Outcome } from "../schema/values.rules.ts";
import type { NewBill } from "./admission.ts";
import type { LockedTransaction } from "./organization-lock.ts";

type Completion = {
  id: string;
  outcome: Outcome;
  /** As the caller read it. If a browser has claimed the link since, nothing is written. */
  startedAt: Date | null;
  /** Says how long a verification may be completed: after its creation while unclaimed, after its claim otherwise. */
  linkMs: number;
  flowMs: number;
};

/** `at`: the moment of the billing event, by the database's clock. `host`: the shop's, from the return URL. */
type Bill = NewBill & { at: Date; host: string | null; mac: Buffer };

/** Writes the outcome, releases what the check had reserved, erases the return URL and the browser. False: the verification had ended already. */
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

/** `$1` to `$5`: the completion. `$6`: whether it is billed; `$7` to `$12`: how. */
const updateCompleted = preparedStatement<{ id: string }>(`
  WITH done AS (
    UPDATE verification SET completed_at = now(), outcome = $2, return_url = NULL, browser = NULL, problem = NULL
    WHERE id = $1 AND completed_at IS NULL AND (problem IS NOT DISTINCT FROM 'too_young') = ($2 = 'too_young')
      AND started_at IS NOT DISTINCT FROM $3::timestamptz AND CASE
      WHEN started_at IS NULL THEN created_at > clock_timestamp() - $4::float8 * interval '1 millisecond'
      ELSE started_at > clock_timestamp() - $5::float8 * interval '1 millisecond' END
    RETURNING *
  ), billed AS (
    INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at, mac)
    SELECT id, organization_id, plugin_key_id, provider, mode, $7::int, $8, $9, $10, $11::timestamptz, $12::bytea
    FROM done WHERE $6::boolean
    RETURNING *
  ), counted AS (
    INSERT INTO usage_counter AS u (organization_id, period, events, spent_minor)
    SELECT organization_id, date_trunc('month', created_at, 'UTC')::date, 1, price_minor FROM billed WHERE mode = 'live'
    ON CONFLICT (organization_id, period) DO UPDATE
    SET events = u.events + 1, spent_minor = u.spent_minor + excluded.spent_minor
  ), released AS (
    UPDATE reservation r SET checks = r.checks - 1 FROM done d
    WHERE (r.organization_id, r.until, r.price_minor, r.with_secret)
      = (d.organization_id, d.reserved_until, d.reserved_minor, d.with_secret)
  )
  SELECT id FROM done
`);

async function complete(db: Db, completion: Completion, bill: Bill | null): Promise<boolean> {
  const { id, outcome, startedAt, linkMs, flowMs } = completion;
  const billed = bill
    ? ([true, bill.priceMinor, bill.currency, bill.basis, bill.host, bill.at.toISOString(), bill.mac] as const)
    : ([false, null, null, null, null, null, null] as const);
  const rows = await updateCompleted(db, id, outcome, startedAt?.toISOString() ?? null, linkMs, flowMs, ...billed);
  return rows.length > 0;
}
