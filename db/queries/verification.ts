import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { organization, organizationLogo, pluginKey } from "../schema/account.ts";
import { billingEvent, usageCounter } from "../schema/ledger.ts";
import { verification } from "../schema/verification.ts";
import type { NewBill } from "./admission.ts";

const now = sql<Date>`clock_timestamp()`.mapWith((text: string) => new Date(text));

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
      now,
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
        youngerThan(verification.createdAt, linkMs),
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

export type Completion = {
  id: string;
  outcome: "verified" | "too_young" | "cancelled" | "failed";
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

export type ProofRow = typeof verification.$inferSelect;

/** The verifications that a batch of token checks asks about, and the database's clock. */
export async function findProofs(db: Db, ids: string[]) {
  const rows = await db.select().from(verification).where(inArray(verification.id, ids));
  const [clock] = await db.select({ now }).from(sql`(VALUES (1)) AS one`);
  if (!clock) throw new Error("The database did not tell the time");
  return { now: clock.now, proofs: new Map(rows.map((row) => [row.id, row])) };
}

/**
 * The first answer with an age redeems the proof (contract §3); the later ones change nothing. Answers which of them were
 * redeemed just now: of callers at the same time, one.
 */
export async function redeemProofs(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const redeemed = await db
    .update(verification)
    .set({ redeemedAt: sql`now()` })
    .where(and(inArray(verification.id, ids), eq(verification.outcome, "verified"), isNull(verification.redeemedAt)))
    .returning({ id: verification.id });
  return new Set(redeemed.map(({ id }) => id));
}

function youngerThan(moment: typeof verification.createdAt | typeof verification.startedAt, ms: number) {
  return gt(moment, sql`now() - ${milliseconds(ms)}`);
}

function milliseconds(ms: number) {
  return sql`${ms} * interval '1 millisecond'`;
}
