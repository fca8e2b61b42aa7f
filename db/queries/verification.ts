import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { organization, organizationLogo } from "../schema/organization.ts";
import { pluginKey } from "../schema/plugin-key.ts";
import { verification } from "../schema/verification.ts";
import { clockNow, milliseconds } from "../sql.ts";

/** A verification, what is on record about its organization and plugin key, and the database's clock; or `null`. */
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

/** Spends the link. Single use is a fact of the table, not a check that some path could forget. */
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

/** Records why a trip to the eID brought no answer, and counts it. A late report about an earlier trip changes nothing. */
export async function noteProblem(db: Db, id: string, attempt: number, problem: string): Promise<void> {
  await db
    .update(verification)
    .set({ problem, attempt: attempt + 1 })
    .where(and(eq(verification.id, id), eq(verification.attempt, attempt), isUndecided()));
}

/** The eID has answered: too young. The check ends when the visitor leaves, and nothing else can come of it. */
export async function noteTooYoung(db: Db, id: string): Promise<void> {
  await db
    .update(verification)
    .set({ problem: "too_young" })
    .where(and(eq(verification.id, id), isUndecided()));
}

function isUndecided() {
  return and(isNull(verification.completedAt), sql`${verification.problem} IS DISTINCT FROM 'too_young'`);
}

/** A new try: what went wrong the last time is no longer what the page says, and an answer that was taken is not waited for. */
export async function tryAgain(db: Db, id: string): Promise<number | null> {
  const [row] = await db
    .update(verification)
    .set({ problem: null, attempt: sql`greatest(${verification.attempt}, ${verification.answered})` })
    .where(and(eq(verification.id, id), isUndecided()))
    .returning({ attempt: verification.attempt });
  return row?.attempt ?? null;
}

/**
 * Takes the answer of a trip: of requests that bring it at once, to whatever process, one may hand it to the eID, which takes
 * a code once. False: somebody else has it, or a later one.
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
 * Ends all trips so far, because an answer came where it does not belong. Which trip it says it is of is no help: whoever
 * sent the visitor there may have changed that number. The next try is a new one.
 */
export async function endAttempts(db: Db, id: string): Promise<void> {
  const next = sql`${verification.attempt} + 1`;
  await db
    .update(verification)
    .set({ answered: next, attempt: next })
    .where(and(eq(verification.id, id), isUndecided()));
}

/** Erases the page and the browser of up to `most` verifications whose time is up; answers how many. */
export async function purgeExpired(db: Db, linkMs: number, flowMs: number, most: number): Promise<number> {
  const forgotten = await db.execute(sql`
    UPDATE ${verification} SET return_url = NULL, browser = NULL, problem = NULL
    WHERE id IN (
      SELECT id FROM ${verification}
      WHERE return_url IS NOT NULL AND completed_at IS NULL AND CASE
        WHEN started_at IS NULL THEN created_at <= now() - ${milliseconds(linkMs)}
        ELSE started_at <= now() - ${milliseconds(flowMs)} END
      LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
  `);
  return forgotten.count;
}
