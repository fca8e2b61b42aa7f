import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { idsBefore, idsSince } from "./billing-event.ts";

export type Backlog = {
  mails: number;
  /** 0: no mail waits. */
  oldestMailSeconds: number;
  meterBatches: number;
  /** Organizations whose youngest row of the ledger, but for those of the last quarter of an hour, has no seal. */
  unsealedLedgers: number;
  /** Says how long from now rows find a partition. */
  verificationHorizonSeconds: number;
  activityHorizonSeconds: number;
  /** Takes the shorter one of the ledger and its seals. */
  ledgerHorizonSeconds: number;
};

const isWaiting = sql`sent_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

/** Reads what waits in the database to be sent, and how much room is left. No table is read whole. */
export async function selectBacklog(db: Db): Promise<Backlog> {
  const [row] = await db.execute<Backlog>(sql`
    SELECT
      (SELECT count(*)::int FROM mail_outbox WHERE ${isWaiting}) AS mails,
      (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM mail_outbox WHERE ${isWaiting})
        AS "oldestMailSeconds",
      (SELECT count(*)::int FROM stripe_meter_batch WHERE sent_at IS NULL AND given_up_at IS NULL) AS "meterBatches",
      (SELECT count(*)::int FROM organization o CROSS JOIN LATERAL (
        SELECT e.verification_id AS id FROM billing_event e
        WHERE e.organization_id = o.id AND e.created_at BETWEEN now() - interval '1 day' AND now() - interval '15 minutes'
          AND ${idsSince(sql`now() - interval '1 day'`)} AND ${idsBefore(sql`now()`)}
        ORDER BY e.created_at DESC LIMIT 1) last
        WHERE (SELECT s.position FROM ledger_seal s WHERE s.event_id = last.id) IS NULL) AS "unsealedLedgers",
      ${horizonOf("verification")} AS "verificationHorizonSeconds",
      ${horizonOf("activity_event")} AS "activityHorizonSeconds",
      least(${horizonOf("billing_event")}, ${horizonOf("ledger_seal")}) AS "ledgerHorizonSeconds"`);
  if (!row) throw new Error("The database did not answer");
  return row;
}

/** Says how the names of a table's partitions end, and how long each is. */
const WIDTHS = {
  verification: ['YYYYMMDD"t"HH24', "3 hours"],
  activity_event: ["YYYYMMDD", "24 hours"],
  billing_event: ["YYYYMM", "1 month"],
  ledger_seal: ["YYYYMM", "1 month"],
} as const;

/** Seconds for which there is a partition from now on, without a gap; 0: there is none of now. A name ends with its beginning in UTC. */
function horizonOf(table: keyof typeof WIDTHS) {
  const [format, width] = WIDTHS[table];
  const begins = sql`to_timestamp(substr(c.relname, ${table.length + 2}::int), ${format})::timestamp`;
  // Counted from the last one backwards, partitions of one run have the same difference of beginning and number.
  return sql`(SELECT coalesce(max(extract(epoch FROM run.ends - now() AT TIME ZONE 'UTC')) FILTER (WHERE run.begins <= now() AT TIME ZONE 'UTC'), 0)::float8 FROM (
    SELECT min(begins) AS begins, max(begins) + ${width}::interval AS ends FROM (
      SELECT begins, begins - row_number() OVER (ORDER BY begins) * ${width}::interval AS run
      FROM (SELECT ${begins} AS begins FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = ${table}::regclass) all_of_them
    ) numbered GROUP BY numbered.run
  ) run WHERE run.ends > now() AT TIME ZONE 'UTC')`;
}
