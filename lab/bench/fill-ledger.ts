import { sql } from "drizzle-orm";
import { databaseAt } from "#db/address.ts";
import { connect, type Database } from "#db/client.ts";
import { type LedgerPosition, START } from "#db/queries/billing-event.ts";
import { listUnsealed } from "#db/queries/ledger-seal.ts";
import type { Period } from "#lib/base/time.rules.ts";
import { macOf } from "#lib/billing/row-mac.ts";

/** An organization with so many checks in one month, evenly: two providers, three keys, twenty hosts, a fee, a thousand included. */
export async function fillLedger(url: string, id: string, events: number, month: Period): Promise<void> {
  const owner = connect(databaseAt(url), { max: 1, role: "ageway" });
  await owner.execute(sql`SET statement_timeout = 0`);
  await owner.execute(sql`SELECT make_ledger_partitions(${month}::timestamptz)`);
  await owner.execute(sql`INSERT INTO organization (id, name) VALUES (${id}, 'Shop')`);
  await owner.execute(sql`
    INSERT INTO plugin_key (id, organization_id, key, mode)
    SELECT gen_random_uuid(), ${id}, 'pk_live_' || right(${id}::text, 4) || lpad(n::text, 20, '0'), 'live' FROM generate_series(1, 3) n`);
  await owner.execute(sql`
    INSERT INTO subscription_term (id, organization_id, starts_at, status, plan_name, currency, monthly_fee_minor)
    VALUES (gen_random_uuid(), ${id}, ${month}::date, 'active', 'Starter', 'EUR', 2900)`);
  await owner.execute(sql`
    WITH keys AS (SELECT array_agg(id) AS ids FROM plugin_key WHERE organization_id = ${id}), events AS (
      INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, basis, price_minor, currency, host, created_at)
      SELECT (left(uuid_v7_from(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, ${id}, ids[1 + n % 3], provider, 'live',
        CASE WHEN n <= 1000 THEN 'included' ELSE 'price' END, CASE WHEN n <= 1000 THEN 0 WHEN provider = 's' THEN 10 ELSE 12 END,
        'EUR', 'shop-' || n % 20 || '.example', at
      FROM keys, generate_series(1, ${events}::int) n
      CROSS JOIN LATERAL (SELECT CASE WHEN n % 10 < 3 THEN 's' ELSE 'b' END AS provider,
        date_trunc('milliseconds', ${month}::timestamptz + (n - 0.5) * (interval '28 days' / ${events}::int)) AS at) e
      RETURNING organization_id, created_at, price_minor
    )
    INSERT INTO usage_counter (organization_id, period, events, spent_minor)
    SELECT organization_id, date_trunc('month', created_at, 'UTC')::date, count(*), sum(price_minor) FROM events GROUP BY 1, 2`);
  await sign(owner, id);
  await owner.execute(sql`ANALYZE billing_event`);
  await owner.$client.end({ timeout: 5 });
}

/** As the verbs that bill would have; the key stays out of the database. */
async function sign(owner: Database, id: string): Promise<void> {
  let after: LedgerPosition = START;
  for (;;) {
    const rows = await listUnsealed(owner, id, { after, limit: 20_000 });
    const last = rows.at(-1);
    if (!last) return;
    const macs = JSON.stringify(rows.map((row) => ({ id: row.id, mac: macOf(row).toString("hex") })));
    await owner.execute(sql`
      UPDATE billing_event e SET mac = decode(m.mac, 'hex') FROM jsonb_to_recordset(${macs}::jsonb) AS m(id uuid, mac text)
      WHERE e.verification_id = m.id`);
    after = { at: last.createdAt, id: last.id };
  }
}
