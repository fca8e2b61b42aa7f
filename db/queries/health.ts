import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Is there a partition for the coming hour? Without one, the next call could not be written. */
export async function hasPartitionsAhead(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ ahead: boolean }>(sql`
    SELECT to_regclass('verification_' || to_char((now() + interval '1 hour') AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24')) IS NOT NULL AS ahead
  `);
  return row?.ahead === true;
}

/** What time it is there, in milliseconds since 1970. */
export async function clockOf(db: Db): Promise<number> {
  const [row] = await db.execute<{ ms: string }>(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`);
  return Number(row?.ms);
}
