/**
 * What a generator reads and writes for one call, as one statement: facts by the key, then a verification and its billing
 * event. It leaves out the counter of the month, whose row would make all of its callers wait for one another. `key`, `host`
 * and `id` are SQL.
 */
export function oneStatement({ key, host, id }: { key: string; host: string; id: string }): string {
  return `WITH facts AS MATERIALIZED (
    SELECT ${id} AS id, o.id AS organization_id, k.id AS plugin_key_id, k.mode, s.currency, s.price_b_minor, d.host, clock_timestamp() AS now
    FROM plugin_key k
    JOIN organization o ON o.id = k.organization_id
    JOIN subscription s ON s.organization_id = o.id
    JOIN domain d ON d.organization_id = o.id AND d.host = ${host} AND d.verified_at IS NOT NULL
    LEFT JOIN plan p ON p.id = s.plan_id
    LEFT JOIN usage_counter u ON u.organization_id = o.id AND u.period = date_trunc('month', now(), 'UTC')::date
    WHERE k.key = ${key} AND k.revoked_at IS NULL AND k.paused_at IS NULL AND o.suspended_at IS NULL AND s.status = 'active'
      AND (s.spend_cap_minor IS NULL OR coalesce(u.spent_minor, 0) < s.spend_cap_minor)
      AND NOT EXISTS (SELECT FROM plugin_key_secret x WHERE x.plugin_key_id = k.id)
  ), verifications AS (
    INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin, return_url, created_at)
    SELECT id, organization_id, plugin_key_id, 'b', mode, 18, '\\x${"5a".repeat(32)}', 'https://' || host, '\\x${"5a".repeat(80)}', now
    FROM facts
  )
  INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at)
  SELECT id, organization_id, plugin_key_id, 'b', mode, price_b_minor, currency, 'price', host, now FROM facts
  RETURNING verification_id`;
}
