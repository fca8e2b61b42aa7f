import { lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { idempotencyKey } from "../schema/verification.ts";
import { jsonb } from "../sql.ts";

export type RememberedKey = { pluginKeyId: string; key: string; request: string; verificationId: string };

/** The requests that were accepted with these Idempotency-Keys in the last 24 hours. Digests are in hex. */
export async function readIdempotencyKeys(
  db: Db,
  asked: { pluginKeyId: string; key: string }[],
): Promise<RememberedKey[]> {
  if (asked.length === 0) return [];
  return db.execute<RememberedKey>(sql`
    SELECT i.plugin_key_id AS "pluginKeyId", encode(i.key, 'hex') AS key, encode(i.request, 'hex') AS request,
      i.verification_id AS "verificationId"
    FROM jsonb_to_recordset(${jsonb(asked)}) AS a("pluginKeyId" uuid, key text)
    JOIN idempotency_key i ON i.plugin_key_id = a."pluginKeyId" AND i.key = decode(a.key, 'hex')
    WHERE i.created_at > now() - interval '24 hours'
  `);
}

export async function purgeIdempotencyKeys(db: Db): Promise<void> {
  await db.delete(idempotencyKey).where(lte(idempotencyKey.createdAt, sql`now() - interval '24 hours'`));
}
