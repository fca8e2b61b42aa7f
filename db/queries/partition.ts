import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Makes the coming partitions and drops the ones whose rows are nearly a day old. */
export async function keepPartitions(db: Db): Promise<void> {
  await db.execute(sql`SELECT keep_verification_partitions()`);
}

/** The same for the activity record: days ahead are made, days of a month ago are dropped. */
export async function keepActivityPartitions(db: Db): Promise<void> {
  await db.execute(sql`SELECT keep_activity_partitions()`);
}

/** Is there a partition for the coming hour? Without one, the next call could not be written. */
export async function hasPartitionsAhead(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ ahead: boolean }>(sql`
    SELECT to_regclass('verification_' || to_char((now() + interval '1 hour') AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24')) IS NOT NULL AS ahead
  `);
  return row?.ahead === true;
}
