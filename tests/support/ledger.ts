import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { connect, type Db } from "#db/client.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";

type Shop = { id: string; key: string; host: string };

/** A row of the ledger as it was written at a moment of the past. */
type Past = {
  at: Date;
  provider?: "s" | "b";
  priceMinor?: number;
  host?: string;
  key?: string;
  mode?: "live" | "test";
};

/** Writes checks of the past into the ledger, as the application's role, with the running totals of their months. Ids, in order. */
export async function past(shop: Shop, checks: Past[], db: Db = database()): Promise<string[]> {
  const usual = { provider: "b", priceMinor: 12, host: shop.host, key: shop.key, mode: "live" };
  const rows = checks.map((check) => ({ id: v7({ msecs: +check.at }), ...usual, ...check }));
  await db.execute(sql`
    WITH events AS (
      INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at)
      SELECT r.id, ${shop.id}, k.id, r.provider, r.mode, r."priceMinor", 'EUR',
        CASE WHEN r.mode = 'test' THEN 'test' WHEN r."priceMinor" = 0 THEN 'included' ELSE 'price' END, r.host, r.at
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, at timestamptz, provider text, "priceMinor" int, host text, key text, mode text)
      JOIN plugin_key k ON k.key = r.key
      RETURNING *
    )
    INSERT INTO usage_counter AS u (organization_id, period, events, spent_minor)
    SELECT organization_id, date_trunc('month', created_at, 'UTC')::date, count(*), sum(price_minor) FROM events WHERE mode = 'live' GROUP BY 1, 2
    ON CONFLICT (organization_id, period) DO UPDATE
    SET events = u.events + excluded.events, spent_minor = u.spent_minor + excluded.spent_minor`);
  return rows.map(({ id }) => id);
}

type Term = { startsAt: Date; monthlyFeeMinor?: number; taxBasisPoints?: number };

/** What a subscription was from a moment of the past on. */
export async function termOf({ id }: { id: string }, { startsAt, monthlyFeeMinor = 0, taxBasisPoints }: Term) {
  await database().execute(sql`
    INSERT INTO subscription_term (id, organization_id, starts_at, status, currency, monthly_fee_minor, tax_basis_points)
    VALUES (${v7()}, ${id}, ${startsAt.toISOString()}, 'active', 'EUR', ${monthlyFeeMinor}, ${taxBasisPoints ?? null})`);
}

/** Does as the superuser what no path of the application can. */
export async function tamper(...statements: ReturnType<typeof sql>[]): Promise<void> {
  const superuser = connect(config().databaseUrl, { max: 1, role: "ageway" });
  try {
    await superuser.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement);
    });
  } finally {
    await superuser.$client.end();
  }
}
