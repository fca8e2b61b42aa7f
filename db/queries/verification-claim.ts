import type { Db } from "../client.ts";
import { preparedStatement } from "../prepared.ts";
import type { LockedTransaction } from "./organization-lock.ts";
import { reservedUntil } from "./reservation.ts";

/** `$6`: the price that the check reserves. */
const updateClaimed = preparedStatement<{ id: string }>(`
  WITH claimed AS (
    UPDATE verification SET started_at = now(), browser = $2, return_url = $4, page_key_id = $5, reserved_minor = $6::int,
      reserved_until = CASE WHEN $6::int IS NOT NULL THEN ${reservedUntil("$7")} END, with_secret = coalesce(with_secret, false)
    WHERE id = $1 AND started_at IS NULL AND completed_at IS NULL AND created_at > now() - $3::float8 * interval '1 millisecond'
    RETURNING id, organization_id, reserved_minor, reserved_until, with_secret
  ), reserved AS (
    INSERT INTO reservation AS r (organization_id, until, price_minor, with_secret, checks)
    SELECT organization_id, reserved_until, reserved_minor, with_secret, 1 FROM claimed WHERE reserved_until IS NOT NULL
    ON CONFLICT (organization_id, until, price_minor, with_secret) DO UPDATE SET checks = r.checks + 1
  )
  SELECT id FROM claimed
`);

/**
 * Binds the link to a browser, once: the WHERE lets the first call through, so no caller has to check. False: too late, or
 * claimed before.
 */
export async function claimVerification(db: Db, id: string, claim: Claim, linkMs: number): Promise<boolean> {
  return claimWith(db, id, claim, linkMs, null);
}

/** The same, with the price that the check may cost. The lock keeps others from taking the room that was found for it. */
export async function claimAndReserve(
  tx: LockedTransaction,
  id: string,
  claim: Claim,
  linkMs: number,
  reserve: Reserve,
): Promise<boolean> {
  return claimWith(tx, id, claim, linkMs, reserve);
}

async function claimWith(db: Db, id: string, claim: Claim, linkMs: number, reserve: Reserve | null): Promise<boolean> {
  const { browser, returnUrl, pageKeyId } = claim;
  const { priceMinor = null, flowMs = null } = reserve ?? {};
  const values = [browser, linkMs, returnUrl, pageKeyId, priceMinor, flowMs] as const;
  return (await updateClaimed(db, id, ...values)).length > 0;
}

/** `flowMs`: how long the check may be under way. */
type Reserve = { priceMinor: number; flowMs: number };

/** `browser`, `returnUrl`: encrypted with a key that is kept for as long as a browser may take to finish. */
export type Claim = { browser: Buffer; returnUrl: Buffer | null; pageKeyId: number };
