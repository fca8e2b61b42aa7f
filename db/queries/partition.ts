import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Makes the partitions of the next two days, of the next seven days of events, and of the next three months of the ledger. */
export async function makePartitions(db: Db): Promise<void> {
  await db.execute(sql`SELECT make_partitions()`);
}

type Dropped = "dropped" | "none" | "in_use";

/** Drops one partition whose youngest row is 9 hours old; of events, 30 days. A caller waits for that at most 30 ms. */
export async function dropPartition(db: Db, table: "verification" | "activity_event"): Promise<Dropped> {
  const dropped = table === "verification" ? sql`drop_verification_partition()` : sql`drop_activity_partition()`;
  const [row] = await db.execute<{ dropped: Dropped }>(sql`SELECT ${dropped} AS dropped`);
  return row?.dropped ?? "none";
}

/** Deletes counters of events after 400 days. */
export async function purgeActivityDays(db: Db): Promise<void> {
  await db.execute(sql`SELECT purge_activity_days()`);
}

/** Has an hour from now its partitions? Without them, calls could not be stored. */
export async function hasPartitionsAhead(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ ahead: boolean }>(sql`
    SELECT to_regclass(
      'verification_' || to_char(verification_partition_start(now() + interval '1 hour') AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24')
    ) IS NOT NULL AND to_regclass(
      'billing_event_' || to_char((now() + interval '1 hour') AT TIME ZONE 'UTC', 'YYYYMM')
    ) IS NOT NULL AS ahead
  `);
  return row?.ahead === true;
}

/** Takes one hour of the checks of before the list into it; says whether there may be more. */
export async function listOlderChecks(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ isMore: boolean }>(sql`SELECT list_older_checks() AS "isMore"`);
  return row?.isMore === true;
}
