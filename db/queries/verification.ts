import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { columnsOf, preparedStatement } from "../prepared.ts";
import type { organization, organizationLogo } from "../schema/organization.ts";
import type { pluginKey } from "../schema/plugin-key.ts";
import { verification } from "../schema/verification.ts";
import { milliseconds } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";
import { reservedUntil } from "./reservation.ts";

type Organization = typeof organization.$inferSelect;
type PluginKey = typeof pluginKey.$inferSelect;

/** `returnUrl`, `browser`: encrypted. `salt`: of their key; `null`: it was deleted. */
export type StoredVerification = typeof verification.$inferSelect &
  Pick<Organization, "accent" | "suspendedAt"> &
  Pick<PluginKey, "fallbackUrl" | "language" | "revokedAt" | "endsAt" | "pausedAt"> & {
    organizationName: string;
    /** Tells whether the page of `fallbackUrl` is still on a verified domain; `null`: there is no such page. */
    fallbackDomains: { host: string; includeSubdomains: boolean }[] | null;
    logo: typeof organizationLogo.$inferSelect.digest | null;
    salt: Buffer | null;
    now: Date;
  };

const selectVerification = preparedStatement<StoredVerification>(`
  SELECT ${columnsOf(verification, "v")}, o.name AS "organizationName", o.accent, l.digest AS logo,
    coalesce(k.language, o.language) AS language, o.suspended_at AS "suspendedAt", k.revoked_at AS "revokedAt",
    k.ends_at AS "endsAt", k.paused_at AS "pausedAt", k.fallback_url AS "fallbackUrl", p.salt, clock_timestamp() AS now,
    CASE WHEN k.fallback_url IS NOT NULL THEN (
      SELECT coalesce(jsonb_agg(jsonb_build_object('host', d.host, 'includeSubdomains', d.include_subdomains)), '[]')
      FROM domain d WHERE d.organization_id = o.id AND d.verified_at IS NOT NULL) END AS "fallbackDomains"
  FROM verification v
  JOIN organization o ON o.id = v.organization_id
  JOIN plugin_key k ON k.id = v.plugin_key_id
  LEFT JOIN organization_logo l ON l.organization_id = v.organization_id
  LEFT JOIN page_key p ON p.id = v.page_key_id
  WHERE v.id = $1
`);

/** A verification with facts of its organization and plugin key, and the database's clock; or `null`. */
export async function findVerification(db: Db, id: string): Promise<StoredVerification | null> {
  const [row] = await selectVerification(db, id);
  return row ?? null;
}

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

const IS_UNDECIDED = "completed_at IS NULL AND problem IS DISTINCT FROM 'too_young'";

const updateProblem = preparedStatement(
  `UPDATE verification SET problem = $3, attempt = attempt + 1 WHERE id = $1 AND attempt = $2 AND ${IS_UNDECIDED}`,
);

/**
 * Stores why an authorization attempt brought no answer, and counts it. A late report of an earlier attempt changes nothing.
 */
export async function noteProblem(db: Db, id: string, attempt: number, problem: string): Promise<void> {
  await updateProblem(db, id, attempt, problem);
}

const updateTooYoung = preparedStatement<{ id: string }>(
  `UPDATE verification SET problem = 'too_young' WHERE id = $1 AND ${IS_UNDECIDED} RETURNING id`,
);

/**
 * Stores that the eID has answered "too young". The check ends when the visitor leaves; no other outcome is possible. False: it
 * was decided before.
 */
export async function noteTooYoung(db: Db, id: string): Promise<boolean> {
  return (await updateTooYoung(db, id)).length > 0;
}

const updateAttempt = preparedStatement<{ attempt: number }>(`
  UPDATE verification SET problem = NULL, attempt = greatest(attempt, answered)
  WHERE id = $1 AND ${IS_UNDECIDED} RETURNING attempt
`);

/** Begins a new attempt: the page no longer shows the last problem, and the attempt gets a number after the last one taken. */
export async function tryAgain(db: Db, id: string): Promise<number | null> {
  const [row] = await updateAttempt(db, id);
  return row?.attempt ?? null;
}

const updateAnswered = preparedStatement<{ id: string }>(`
  UPDATE verification SET answered = $2::smallint + 1
  WHERE id = $1 AND answered <= $2 AND ${IS_UNDECIDED} RETURNING id
`);

/**
 * Takes the answer of an attempt. Of concurrent requests, to any process, one may hand the code to the eID, which takes a code
 * once. False: another request has taken this answer or a later one.
 */
export async function takeAnswer(db: Db, id: string, attempt: number): Promise<boolean> {
  return (await updateAnswered(db, id, attempt)).length > 0;
}

const updateAttempts = preparedStatement(
  `UPDATE verification SET answered = attempt + 1, attempt = attempt + 1 WHERE id = $1 AND ${IS_UNDECIDED}`,
);

/**
 * Ends all attempts so far, because an answer reached the wrong browser. The number in that answer is not trusted, because the
 * sender may have changed it.
 */
export async function endAttempts(db: Db, id: string): Promise<void> {
  await updateAttempts(db, id);
}

/** Erases why up to `max` verifications that have expired were not finished. Returns how many. */
export async function purgeExpired(db: Db, linkMs: number, flowMs: number, max: number): Promise<number> {
  const purged = await db.execute(sql`
    UPDATE ${verification} SET problem = NULL
    WHERE id IN (
      SELECT id FROM ${verification}
      WHERE problem IS NOT NULL AND completed_at IS NULL AND CASE
        WHEN started_at IS NULL THEN created_at <= now() - ${milliseconds(linkMs)}
        ELSE started_at <= now() - ${milliseconds(flowMs)} END
      LIMIT ${max} FOR UPDATE SKIP LOCKED
    )
  `);
  return purged.count;
}
