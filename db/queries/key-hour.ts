import { sql } from "drizzle-orm";
import { jsonb } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

/** Counts calls that were accepted in the UTC hour of a moment. */
export async function countAccepted(
  tx: LockedTransaction,
  counts: { pluginKeyId: string; accepted: number }[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO key_hour (plugin_key_id, hour, accepted)
    SELECT c."pluginKeyId", date_trunc('hour', ${now.toISOString()}::timestamptz, 'UTC'), c.accepted
    FROM jsonb_to_recordset(${jsonb(counts)}) AS c("pluginKeyId" uuid, accepted int)
    ON CONFLICT (plugin_key_id) DO UPDATE SET hour = excluded.hour,
      accepted = excluded.accepted + CASE WHEN key_hour.hour = excluded.hour THEN key_hour.accepted ELSE 0 END
  `);
}

/** Starts the count of the hour again. */
export async function clearAccepted(tx: LockedTransaction, key: string): Promise<void> {
  await tx.execute(sql`DELETE FROM key_hour WHERE plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`);
}
