import { sql } from "drizzle-orm";
import type { Role } from "../schema/values.rules.ts";
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

type BrakedRow = { label: string; organization: { id: string; name: string }; emails: string[] };

/** Pauses a braked key with its audit entry. Answers its label and whom to tell; `null`: it was paused or revoked. */
export async function pauseBraked(
  tx: LockedTransaction,
  { pluginKeyId, entryId, after }: { pluginKeyId: string; entryId: string; after: object },
  told: readonly Role[],
): Promise<BrakedRow | null> {
  const [row] = await tx.execute<BrakedRow>(sql`
    WITH paused AS (
      UPDATE plugin_key SET paused_at = now() WHERE id = ${pluginKeyId} AND revoked_at IS NULL AND paused_at IS NULL
      RETURNING organization_id, key, label
    ), audited AS (
      INSERT INTO audit_event (id, organization_id, actor, action, subject, subject_label, after)
      SELECT ${entryId}::uuid, organization_id, 'system', 'key.braked', key, label, ${jsonb(after)} FROM paused
    )
    SELECT label, jsonb_build_object('id', o.id, 'name', o.name) AS organization, ARRAY(
      SELECT u.email FROM member m JOIN "user" u ON u.id = m.user_id
      WHERE m.organization_id = p.organization_id AND to_jsonb(m.role) <@ ${jsonb(told)}) AS emails
    FROM paused p JOIN organization o ON o.id = p.organization_id`);
  return row ?? null;
}

/** Starts the count of the hour again. */
export async function clearAccepted(tx: LockedTransaction, key: string): Promise<void> {
  await tx.execute(sql`DELETE FROM key_hour WHERE plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`);
}
