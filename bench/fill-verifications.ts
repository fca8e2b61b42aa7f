import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";

const CHUNK = 500_000;

/**
 * So many verifications that ended verified, each billed, of all organizations in turn. All are in the current partition,
 * which is what they would be at the busiest: its indexes are as large as they get.
 */
export async function fillVerifications(owner: Database, rows: number): Promise<void> {
  for (let first = 1; first <= rows; first += CHUNK) {
    const last = Math.min(rows, first + CHUNK - 1);
    await owner.execute(sql`
      WITH shops AS MATERIALIZED (
        SELECT array_agg(k.organization_id ORDER BY k.id) AS organizations, array_agg(k.id ORDER BY k.id) AS keys, array_agg(d.host ORDER BY k.id) AS hosts
        FROM plugin_key k JOIN domain d ON d.organization_id = k.organization_id
      ), verifications AS (
        INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin,
          created_at, started_at, completed_at, outcome, redeemed_at)
        SELECT (left(uuid_v7_from(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, organizations[shop], keys[shop], 'b', 'live', 18,
          sha256(n::text::bytea), 'https://' || hosts[shop], at, at, at, 'verified', at
        FROM shops, generate_series(${first}::int, ${last}::int) n
        CROSS JOIN LATERAL (SELECT 1 + n % cardinality(keys) AS shop, date_trunc('milliseconds',
          verification_partition_start(now()) + n * ((now() - verification_partition_start(now())) / ${rows}::int)) AS at) e
        RETURNING id, organization_id, plugin_key_id, return_origin, created_at
      )
      INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, basis, price_minor, currency, host, created_at)
      SELECT id, organization_id, plugin_key_id, 'b', 'live', 'price', 12, 'EUR', substr(return_origin, 9), created_at FROM verifications`);
  }
  await owner.execute(sql`
    INSERT INTO usage_counter (organization_id, period, events, spent_minor)
    SELECT organization_id, date_trunc('month', created_at, 'UTC')::date, count(*), sum(price_minor) FROM billing_event GROUP BY 1, 2
    ON CONFLICT (organization_id, period) DO UPDATE SET events = excluded.events, spent_minor = excluded.spent_minor`);
  await owner.execute("VACUUM (ANALYZE) verification, billing_event, usage_counter");
  await owner.execute("CHECKPOINT");
}
