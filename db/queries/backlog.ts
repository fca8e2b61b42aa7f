import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

export type Backlog = {
  mails: number;
  /** Of the oldest mail that waits; 0: none waits. */
  oldestMailSeconds: number;
  meterBatches: number;
  /** How long from now rows find a partition. */
  verificationHorizonSeconds: number;
  activityHorizonSeconds: number;
  connections: number;
  maxConnections: number;
};

/** What waits in the database to be sent, and how much room is left. No table is read whole. */
export async function selectBacklog(db: Db): Promise<Backlog> {
  const [row] = await db.execute<Backlog>(sql`
    SELECT
      (SELECT count(*)::int FROM mail_outbox WHERE sent_at IS NULL) AS mails,
      (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM mail_outbox WHERE sent_at IS NULL)
        AS "oldestMailSeconds",
      (SELECT count(*)::int FROM stripe_meter_batch WHERE sent_at IS NULL AND given_up_at IS NULL) AS "meterBatches",
      ${horizonOf("verification")} AS "verificationHorizonSeconds",
      ${horizonOf("activity_event")} AS "activityHorizonSeconds",
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      current_setting('max_connections')::int AS "maxConnections"`);
  if (!row) throw new Error("The database did not answer");
  return row;
}

/** Seconds until the end of the youngest partition, whose name ends with its beginning in UTC. */
function horizonOf(table: "verification" | "activity_event") {
  const [format, width] = table === "verification" ? ['YYYYMMDD"t"HH24', "3 hours"] : ["YYYYMMDD", "24 hours"];
  const begins = sql`to_timestamp(substr(max(c.relname), ${table.length + 2}::int), ${format})::timestamp AT TIME ZONE 'UTC'`;
  return sql`(SELECT coalesce(extract(epoch FROM ${begins} + ${width}::interval - now()), 0)::float8
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = ${table}::regclass)`;
}
