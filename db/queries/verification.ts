import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { organization, organizationLogo } from "../schema/organization.ts";
import { pluginKey } from "../schema/plugin-key.ts";
import { verification } from "../schema/verification.ts";
import { clockNow, milliseconds } from "../sql.ts";

/** A verification with facts of its organization and plugin key, and the database's clock; or `null`. */
export async function findVerification(db: Db, id: string) {
  const [row] = await db
    .select({
      verification,
      organizationName: organization.name,
      accent: organization.accent,
      logo: organizationLogo.digest,
      language: sql<typeof pluginKey.$inferSelect.language>`coalesce(${pluginKey.language}, ${organization.language})`,
      suspendedAt: organization.suspendedAt,
      revokedAt: pluginKey.revokedAt,
      endsAt: pluginKey.endsAt,
      pausedAt: pluginKey.pausedAt,
      now: clockNow,
    })
    .from(verification)
    .innerJoin(organization, eq(organization.id, verification.organizationId))
    .innerJoin(pluginKey, eq(pluginKey.id, verification.pluginKeyId))
    .leftJoin(organizationLogo, eq(organizationLogo.organizationId, verification.organizationId))
    .where(eq(verification.id, id));
  if (!row) return null;
  const { verification: found, ...record } = row;
  return { ...found, ...record };
}

export type VerificationRow = NonNullable<Awaited<ReturnType<typeof findVerification>>>;

/**
 * Binds the link to a browser, once: the WHERE lets the first call through, so no caller has to check. False: too late, or
 * claimed before.
 */
export async function claimVerification(db: Db, id: string, browser: Buffer, linkMs: number) {
  const [row] = await db
    .update(verification)
    .set({ startedAt: sql`now()`, browser })
    .where(
      and(
        eq(verification.id, id),
        isNull(verification.startedAt),
        isNull(verification.completedAt),
        gt(verification.createdAt, sql`now() - ${milliseconds(linkMs)}`),
      ),
    )
    .returning({ id: verification.id });
  return row !== undefined;
}

/**
 * Stores why an authorization attempt brought no answer, and counts it. A late report of an earlier attempt changes nothing.
 */
export async function noteProblem(db: Db, id: string, attempt: number, problem: string): Promise<void> {
  await db
    .update(verification)
    .set({ problem, attempt: attempt + 1 })
    .where(and(eq(verification.id, id), eq(verification.attempt, attempt), isUndecided()));
}

/** Stores that the eID has answered "too young". The check ends when the visitor leaves; no other outcome is possible. */
export async function noteTooYoung(db: Db, id: string): Promise<void> {
  await db
    .update(verification)
    .set({ problem: "too_young" })
    .where(and(eq(verification.id, id), isUndecided()));
}

function isUndecided() {
  return and(isNull(verification.completedAt), sql`${verification.problem} IS DISTINCT FROM 'too_young'`);
}

/** Begins a new attempt: the page no longer shows the last problem, and the attempt gets a number after the last one taken. */
export async function tryAgain(db: Db, id: string): Promise<number | null> {
  const [row] = await db
    .update(verification)
    .set({ problem: null, attempt: sql`greatest(${verification.attempt}, ${verification.answered})` })
    .where(and(eq(verification.id, id), isUndecided()))
    .returning({ attempt: verification.attempt });
  return row?.attempt ?? null;
}

/**
 * Takes the answer of an attempt. Of concurrent requests, to any process, one may hand the code to the eID, which takes a code
 * once. False: another request has taken this answer or a later one.
 */
export async function takeAnswer(db: Db, id: string, attempt: number): Promise<boolean> {
  const [row] = await db
    .update(verification)
    .set({ answered: attempt + 1 })
    .where(and(eq(verification.id, id), lte(verification.answered, attempt), isUndecided()))
    .returning({ id: verification.id });
  return row !== undefined;
}

/**
 * Ends all attempts so far, because an answer reached the wrong browser. The number in that answer is not trusted, because the
 * sender may have changed it.
 */
export async function endAttempts(db: Db, id: string): Promise<void> {
  const next = sql`${verification.attempt} + 1`;
  await db
    .update(verification)
    .set({ answered: next, attempt: next })
    .where(and(eq(verification.id, id), isUndecided()));
}

/** Erases the return URL and the browser of up to `max` expired verifications. Returns how many. */
export async function purgeExpired(db: Db, linkMs: number, flowMs: number, max: number): Promise<number> {
  const purged = await db.execute(sql`
    UPDATE ${verification} SET return_url = NULL, browser = NULL, problem = NULL
    WHERE id IN (
      SELECT id FROM ${verification}
      WHERE return_url IS NOT NULL AND completed_at IS NULL AND CASE
        WHEN started_at IS NULL THEN created_at <= now() - ${milliseconds(linkMs)}
        ELSE started_at <= now() - ${milliseconds(flowMs)} END
      LIMIT ${max} FOR UPDATE SKIP LOCKED
    )
  `);
  return purged.count;
}
