import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Creates the partitions of the next two days and drops those whose youngest row is 9 hours old. */
export async function keepPartitions(db: Db): Promise<void> {
  await db.execute(sql`SELECT keep_verification_partitions()`);
}

/** Creates the partitions of the next seven days of events and drops those of 30 days ago. */
export async function keepActivityPartitions(db: Db): Promise<void> {
  await db.execute(sql`SELECT keep_activity_partitions()`);
}

/** Whether an hour from now has a partition. Without one, calls could not be stored. */
export async function hasPartitionsAhead(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ ahead: boolean }>(sql`
    SELECT to_regclass(
      'verification_' || to_char(verification_partition_start(now() + interval '1 hour') AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24')
    ) IS NOT NULL AS ahead
  `);
  return row?.ahead === true;
}
