import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import type { BenchShop } from "./shop.ts";

const CHUNK = 500_000;
/** Longer than a partition takes until it is dropped. */
const OLD_HOURS = 18;

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

/** Checks that ended at an eID that was down, of an hour ago: the purge of pages erases that from their rows. */
export async function fillOverdue(owner: Database, { organizationId, host }: BenchShop, rows: number): Promise<void> {
  await owner.execute(sql`
    INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, problem, created_at)
    SELECT (left(uuid_v7_from(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, ${organizationId}, gen_random_uuid(), 'b', 'live', 18,
      sha256(n::text::bytea), ${`https://${host}`}, 'eid_down', at
    FROM generate_series(1, ${rows}::int) n, (SELECT date_trunc('milliseconds', now() - interval '1 hour') AS at) e`);
}

/** A partition that is old enough to be dropped, with so many rows more. A busy server may not have dropped the last one yet. */
export async function fillOldPartition(owner: Database, rows: number): Promise<void> {
  await owner.execute(`
    DO $$ DECLARE
      start timestamptz := verification_partition_start(now() - interval '${OLD_HOURS} hours');
      partition text := 'verification_' || to_char(start AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24');
    BEGIN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF verification FOR VALUES FROM (%L) TO (%L)',
        partition, uuid_v7_from(start), uuid_v7_from(start + interval '3 hours'));
      EXECUTE format('INSERT INTO %I (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, created_at)
        SELECT (left(uuid_v7_from(%L)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, gen_random_uuid(), gen_random_uuid(),
          ''b'', ''live'', 18, sha256(n::text::bytea), ''https://shop.example'', %L FROM generate_series(1, ${rows}) n', partition, start, start);
    END $$`);
}
