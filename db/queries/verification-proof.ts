import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { MinimumAge, Mode } from "../schema/values.rules.ts";
import { verification } from "../schema/verification.ts";
import { clockNow, jsonb } from "../sql.ts";

/**
 * Asks which age a device has verified for this organization, if that is redeemed and unexpired. `devices`: digests in hex.
 * `n`: names the question.
 */
export type ProofQuestion = { n: number; organizationId: string; mode: Mode; devices: string[] };

export async function readVerifiedAges(
  db: Db,
  questions: ProofQuestion[],
  completedAfter: Date,
): Promise<Map<number, MinimumAge>> {
  if (questions.length === 0) return new Map();
  const rows = await db.execute<{ n: number; age: MinimumAge }>(sql`
    SELECT q.n, max(v.minimum_age) AS age
    FROM jsonb_to_recordset(${jsonb(questions)}) AS q(n int, "organizationId" uuid, mode text, devices jsonb)
    JOIN verification v ON v.organization_id = q."organizationId" AND v.mode = q.mode
      AND v.device IN (SELECT decode(hex, 'hex') FROM jsonb_array_elements_text(q.devices) AS digest(hex))
    WHERE v.redeemed_at IS NOT NULL AND v.completed_at > ${completedAfter.toISOString()}::timestamptz
      -- A link and its flow live an hour each at most, so only the youngest partitions are looked at.
      AND v.id >= uuid_v7_from(${completedAfter.toISOString()}::timestamptz - interval '2 hours')
    GROUP BY q.n
  `);
  return new Map(rows.map(({ n, age }) => [n, age]));
}

export type ProofRow = typeof verification.$inferSelect;

/** The verifications that a batch of token checks asks about, and the database's clock. */
export async function findProofs(db: Db, ids: string[]) {
  const rows = await db.select().from(verification).where(inArray(verification.id, ids));
  const [clock] = await db.select({ now: clockNow }).from(sql`(VALUES (1)) AS one`);
  if (!clock) throw new Error("The database did not tell the time");
  return { now: clock.now, proofs: new Map(rows.map((row) => [row.id, row])) };
}

/**
 * The first token check that answers an age redeems the verification (contract §3); later ones change nothing. Returns the ids
 * that this call redeemed. Of concurrent calls one redeems.
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
