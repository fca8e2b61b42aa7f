import type { Db } from "../client.ts";
import { preparedStatement } from "../prepared.ts";
import type { organization, organizationLogo } from "../schema/organization.ts";
import type { pluginKey } from "../schema/plugin-key.ts";
import type { verification } from "../schema/verification.ts";

type Organization = typeof organization.$inferSelect;
type PluginKey = typeof pluginKey.$inferSelect;

/** `returnUrl`, `browser`: encrypted. `salt`: of their key; `null`: it was deleted. */
export type StoredVerification = Omit<
  typeof verification.$inferSelect,
  "device" | "pageKeyId" | "redeemedAt" | "reservedUntil"
> &
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
  SELECT v.id, v.organization_id AS "organizationId", v.plugin_key_id AS "pluginKeyId", v.provider, v.mode,
    v.minimum_age AS "minimumAge", v.return_origin AS "returnOrigin", v.return_url AS "returnUrl", v.created_at AS "createdAt",
    v.started_at AS "startedAt", v.browser, v.attempt, v.answered, v.problem, v.completed_at AS "completedAt", v.outcome,
    v.with_secret AS "withSecret", v.reserved_minor AS "reservedMinor", o.name AS "organizationName", o.accent, l.digest AS logo,
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

const updatePurged = preparedStatement<{ id: string }>(`
  UPDATE verification SET problem = NULL WHERE id IN (
    SELECT id FROM verification
    WHERE problem IS NOT NULL AND completed_at IS NULL AND CASE
      WHEN started_at IS NULL THEN created_at <= now() - $1::float8 * interval '1 millisecond'
      ELSE started_at <= now() - $2::float8 * interval '1 millisecond' END
    LIMIT $3 FOR UPDATE SKIP LOCKED
  ) RETURNING id
`);

/** Erases why up to `max` verifications that have expired were not finished. Returns how many. */
export async function purgeExpired(db: Db, linkMs: number, flowMs: number, max: number): Promise<number> {
  return (await updatePurged(db, linkMs, flowMs, max)).length;
}
