import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Nobody can read what was encrypted with these page keys after it. */
export async function deletePageKeys(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM page_key WHERE purge_at <= now()`);
}

export async function deleteEndedReservations(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM reservation WHERE until <= now()`);
}

export async function deleteIdempotencyKeys(db: Db, hours: number): Promise<void> {
  await db.execute(sql`DELETE FROM idempotency_key WHERE created_at <= now() - ${hours} * interval '1 hour'`);
}
