import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { arrayOf, preparedStatement } from "../prepared.ts";

export type RememberedKey = { pluginKeyId: string; key: string; request: string; verificationId: string };

const selectKeys = preparedStatement<RememberedKey>(`
  SELECT i.plugin_key_id AS "pluginKeyId", encode(i.key, 'hex') AS key, encode(i.request, 'hex') AS request,
    i.verification_id AS "verificationId"
  FROM unnest($1::uuid[], $2::text[]) AS a(plugin_key_id, key)
  JOIN idempotency_key i ON i.plugin_key_id = a.plugin_key_id AND i.key = decode(a.key, 'hex')
  WHERE i.created_at > now() - interval '24 hours'
`);

/** The requests that were accepted with these Idempotency-Keys in the last 24 hours. Digests are in hex. */
export async function readIdempotencyKeys(
  db: Db,
  asked: readonly { pluginKeyId: string; key: string }[],
): Promise<RememberedKey[]> {
  if (asked.length === 0) return [];
  return selectKeys(db, arrayOf(asked.map(({ pluginKeyId }) => pluginKeyId)), arrayOf(asked.map(({ key }) => key)));
}

export async function deleteIdempotencyKeys(db: Db, hours: number): Promise<void> {
  await db.execute(sql`DELETE FROM idempotency_key WHERE created_at <= now() - ${hours} * interval '1 hour'`);
}
