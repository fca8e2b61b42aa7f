import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { momentOfUuidV7, uuidV7 } from "#lib/base/uuid.ts";
import { type LedgerRecord, rowOfCheck } from "#lib/billing/ledger.rules.ts";
import { macOf } from "#lib/billing/row-mac.ts";
import { faultOf } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { asOwner, ownerUrl } from "./owner.ts";

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
  const usual = { provider: "b", priceMinor: 12, host: shop.host, key: shop.key, mode: "live" } as const;
  const keys = await db.execute<{ id: string; key: string }>(
    sql`SELECT id, key FROM plugin_key WHERE key IN ${[...new Set([shop.key, ...checks.flatMap(({ key }) => key ?? [])])]}`,
  );
  const rows = checks.map((given) => {
    const { at, key, provider, mode, priceMinor, host } = { ...usual, ...given };
    const pluginKeyId = keys.find((one) => one.key === key)?.id ?? "";
    const check = { id: uuidV7(+at), organizationId: shop.id, pluginKeyId, provider, mode, host, createdAt: at };
    const basis = mode === "test" ? "test" : priceMinor === 0 ? "included" : "price";
    return rowOfCheck(check, { priceMinor, currency: "EUR", basis });
  });
  await writeRows(rows, db);
  return rows.map(({ id }) => id);
}

/** The months, by the database, whose partitions are made. */
const made = new Set<string>();

/** The ledger has partitions from the month on in which an instance begins. Tests write rows of months before. */
export async function makeMonths(moments: readonly Date[], url = ownerUrl()): Promise<void> {
  const months = new Set(moments.map((moment) => `${moment.toISOString().slice(0, 7)}-01T00:00:00Z`));
  const missing = [...months].filter((month) => !made.has(`${url} ${month}`));
  if (missing.length === 0) return;
  const owner = asOwner(url);
  try {
    await owner.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('make_partitions'))`);
      for (const month of missing.toSorted())
        await tx.execute(sql`SELECT make_ledger_partitions(${month}::timestamptz)`);
    });
  } finally {
    await owner.$client.end({ timeout: 5 });
  }
  for (const month of missing) made.add(`${url} ${month}`);
}

/** Rows as the verbs of ours write them: signed, and counted. */
export async function writeRows(rows: readonly LedgerRecord[], db: Db = database()): Promise<void> {
  await makeMonths(rows.map(({ id }) => new Date(momentOfUuidV7(id))));
  const written = JSON.stringify(rows.map((row) => ({ ...row, mac: macOf(row).toString("hex") })));
  await db.execute(sql`
    WITH reversals AS (
      INSERT INTO billing_reversal (reverses, verification_id) SELECT reverses, id
      FROM jsonb_to_recordset(${written}::jsonb) AS r(id uuid, reverses uuid) WHERE reverses IS NOT NULL
    ), events AS (
      INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, price_minor, currency, basis, host, created_at, reverses, reason, actor, mac)
      SELECT r.id, r."organizationId", r."pluginKeyId", r.provider, r.mode, r."priceMinor", r.currency, r.basis, r.host, r."createdAt", r.reverses, r.reason, r.actor, decode(r.mac, 'hex')
      FROM jsonb_to_recordset(${written}::jsonb) AS r(id uuid, "organizationId" uuid, "pluginKeyId" uuid, provider text, mode text, "priceMinor" int, currency text,
        basis text, host text, "createdAt" timestamptz, reverses uuid, reason text, actor text, mac text)
      RETURNING *
    )
    INSERT INTO usage_counter AS u (organization_id, period, events, spent_minor)
    SELECT organization_id, date_trunc('month', created_at, 'UTC')::date, count(*) FILTER (WHERE reverses IS NULL), sum(price_minor)
    FROM events WHERE mode = 'live' GROUP BY 1, 2
    ON CONFLICT (organization_id, period) DO UPDATE
    SET events = u.events + excluded.events, spent_minor = u.spent_minor + excluded.spent_minor`);
}

/** SQL: another id with the moment of this one, so of the same month. */
export const idLike = (id: ReturnType<typeof sql>) =>
  sql`(left(${id}::text, 18) || right(gen_random_uuid()::text, 18))::uuid`;

type Term = { startsAt: Date; monthlyFeeMinor?: number; taxBasisPoints?: number };

/** What a subscription was from a moment of the past on. */
export async function termOf({ id }: { id: string }, { startsAt, monthlyFeeMinor = 0, taxBasisPoints }: Term) {
  await database().execute(sql`
    INSERT INTO subscription_term (id, organization_id, starts_at, status, currency, monthly_fee_minor, tax_basis_points)
    VALUES (${uuidV7()}, ${id}, ${startsAt.toISOString()}, 'active', 'EUR', ${monthlyFeeMinor}, ${taxBasisPoints ?? null})`);
}

/**
 * Does as the superuser what no path of the application can. A trigger locks its whole table, also out of the order in which
 * other tests lock theirs: PostgreSQL then ends one of the two, and if it is this one, it tries again.
 */
export async function tamper(...statements: ReturnType<typeof sql>[]): Promise<void> {
  const superuser = asOwner();
  const once = () =>
    superuser.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement);
    });
  const isDeadlock = (fault: unknown) => faultOf(fault).code === "40P01";
  try {
    for (let tries = 1; ; tries += 1) {
      const fault = await once().then(
        () => null,
        (fault: unknown) => fault,
      );
      if (fault === null) return;
      if (!isDeadlock(fault) || tries === 5) throw fault;
    }
  } finally {
    await superuser.$client.end({ timeout: 5 });
  }
}
