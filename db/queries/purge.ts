import { lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { idempotencyKey, verification } from "../schema/verification.ts";

/** Erases the page and the browser of up to `most` verifications whose time is up; answers how many. */
export async function purgeExpired(db: Db, linkMs: number, flowMs: number, most: number): Promise<number> {
  const forgotten = await db.execute(sql`
    UPDATE ${verification} SET return_url = NULL, browser = NULL, problem = NULL
    WHERE id IN (
      SELECT id FROM ${verification}
      WHERE return_url IS NOT NULL AND completed_at IS NULL AND CASE
        WHEN started_at IS NULL THEN created_at <= now() - ${linkMs} * interval '1 millisecond'
        ELSE started_at <= now() - ${flowMs} * interval '1 millisecond' END
      LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
  `);
  return forgotten.count;
}

export async function purgeIdempotencyKeys(db: Db): Promise<void> {
  await db.delete(idempotencyKey).where(lte(idempotencyKey.createdAt, sql`now() - interval '24 hours'`));
}

/** Makes the coming partitions and drops the ones whose rows are nearly a day old. */
export async function keepPartitions(db: Db): Promise<void> {
  await db.execute(sql`SELECT keep_verification_partitions()`);
}

/** The same for the activity record: days ahead are made, days of a month ago are dropped. */
export async function keepActivityPartitions(db: Db): Promise<void> {
  await db.execute(sql`SELECT keep_activity_partitions()`);
}
