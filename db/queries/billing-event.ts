import { type SQL, sql } from "drizzle-orm";
import { daysAfter } from "#lib/base/time.rules.ts";
import type { Db, Transaction } from "../client.ts";
import type { billingEvent } from "../schema/ledger.ts";
import { jsonb } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

export type LedgerRow = typeof billingEvent.$inferSelect;

export const EVENT = sql`e.verification_id AS id, e.organization_id AS "organizationId", e.plugin_key_id AS "pluginKeyId", e.provider,
  e.mode, e.basis, e.price_minor AS "priceMinor", e.currency, e.host, e.created_at AS "createdAt", e.reverses, e.reason, e.actor,
  e.credit_note_id AS "creditNoteId", e.mac`;

/** A position in the order of time, to read on from. `at`: `null` for the beginning. */
export type LedgerPosition = { at: Date | null; id: string };

export const START: LedgerPosition = { at: null, id: "00000000-0000-0000-0000-000000000000" };

/** Written so that an index on the moment serves it. The id orders rows of the same moment. */
export function isAfter({ at, id }: LedgerPosition): SQL {
  const moment = sql`${at?.toISOString() ?? "-infinity"}::timestamptz`;
  return sql`e.created_at >= ${moment} AND (e.created_at, e.verification_id) > (${moment}, ${id}::uuid)`;
}

const ID = sql`e.verification_id`;

/**
 * Makes the condition on the id that goes with one on the moment of a row, so that PostgreSQL opens the months that may have it. An id
 * has the moment at which the check began: that of its row or an earlier one, by less than a day. Of a `Date` it is a constant,
 * by which PostgreSQL plans; of SQL a subquery, which it computes once.
 */
export function idsSince(moment: SQL | Date, id = ID): SQL {
  if (moment instanceof Date) return sql`${id} >= ${lowestIdOf(+daysAfter(moment, -1))}::uuid`;
  return sql`${id} >= (SELECT uuid_v7_from(${moment} - interval '1 day'))`;
}

/** Does the same for rows before a moment. */
export function idsBefore(moment: SQL | Date, id = ID): SQL {
  if (moment instanceof Date) return sql`${id} < ${lowestIdOf(+moment)}::uuid`;
  return sql`${id} < (SELECT uuid_v7_from(${moment}))`;
}

/** Makes the lowest UUID v7 of a moment, in milliseconds since 1970. */
function lowestIdOf(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Keeps rows from a moment on and before another. */
export function isBetween(from: Date, to: Date): SQL {
  return sql`e.created_at >= ${from.toISOString()}::timestamptz AND e.created_at < ${to.toISOString()}::timestamptz
    AND ${idsSince(from)} AND ${idsBefore(to)}`;
}

export async function findEvent(db: Db, id: string): Promise<LedgerRow | null> {
  const [row] = await db.execute<LedgerRow>(sql`SELECT ${EVENT} FROM billing_event e WHERE e.verification_id = ${id}`);
  return row ?? null;
}

type NewReversal = Omit<LedgerRow, "mac"> & { mac: Buffer };

/** Reverses each row at most once, counts the new ones, and lowers the month's running total. */
export async function insertReversals(tx: LockedTransaction, rows: NewReversal[]): Promise<number> {
  return insertAll(tx, rows);
}

/** Needs no lock: neither the running total nor the spend cap counts rows on a credit note. */
export async function insertCreditedReversals(tx: Transaction, rows: (NewReversal & { creditNoteId: string })[]) {
  return insertAll(tx, rows);
}

async function insertAll(tx: Transaction, rows: NewReversal[]): Promise<number> {
  const asked = rows.map(({ mac, ...row }) => ({ ...row, mac: mac.toString("hex") }));
  const [inserted] = await tx.execute<{ rows: number }>(sql`
    WITH asked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${jsonb(asked)}) AS r(id uuid, "organizationId" uuid, "pluginKeyId" uuid, provider text,
        mode text, basis text, "priceMinor" int, currency text, host text, "createdAt" timestamptz, reverses uuid, reason text,
        actor text, "creditNoteId" uuid, mac text)
    ), first AS MATERIALIZED (
      INSERT INTO billing_reversal (reverses, verification_id) SELECT reverses, id FROM asked
      ON CONFLICT (reverses) DO NOTHING RETURNING verification_id
    ), reversed AS (
      INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, basis, price_minor, currency, host,
        created_at, reverses, reason, actor, credit_note_id, mac)
      SELECT id, "organizationId", "pluginKeyId", provider, mode, basis, "priceMinor", currency, host, "createdAt", reverses, reason,
        actor, "creditNoteId", decode(mac, 'hex')
      FROM asked WHERE id IN (SELECT verification_id FROM first)
      RETURNING organization_id, created_at, price_minor, mode, credit_note_id
    ), counted AS (
      INSERT INTO usage_counter AS u (organization_id, period, events, spent_minor)
      SELECT organization_id, date_trunc('month', created_at, 'UTC')::date, 0, sum(price_minor) FROM reversed
      WHERE mode = 'live' AND credit_note_id IS NULL GROUP BY 1, 2
      ON CONFLICT (organization_id, period) DO UPDATE SET spent_minor = u.spent_minor + excluded.spent_minor
    )
    SELECT count(*) AS rows FROM reversed`);
  return inserted?.rows ?? 0;
}

/** Lists every organization that has a ledger, or of which another table says that it had one; also deleted ones. */
export async function listLedgers(db: Db): Promise<string[]> {
  const known = sql.join(
    LEDGER_TABLES.map((table) => organizationsIn(table)),
    sql` UNION `,
  );
  const rows = await db.execute<{ id: string }>(sql`SELECT id FROM (${known}) AS known`);
  return rows.map(({ id }) => id);
}

/** Does the organization exist, or did it? */
export async function hasLedger(db: Db, organizationId: string): Promise<boolean> {
  const tables = [...LEDGER_TABLES, "former_organization", "organization"] as const;
  const exists = tables.map((table) => {
    const column = sql.identifier(table.endsWith("organization") ? "id" : "organization_id");
    return sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} WHERE ${column} = ${organizationId})`;
  });
  const [row] = await db.execute<{ known: boolean }>(sql`SELECT ${sql.join(exists, sql` OR `)} AS known`);
  return row?.known ?? false;
}

/** Lists organizations with rows of the last month or usage, which may lack seals. Older months stay closed. */
export async function listSealable(db: Db): Promise<string[]> {
  const recent = idsSince(sql`now() - interval '31 days'`, sql`verification_id`);
  const rows = await db.execute<{ id: string }>(
    sql`${organizationsIn("billing_event", recent)} UNION ${organizationsIn("usage_counter")}`,
  );
  return rows.map(({ id }) => id);
}

const LEDGER_TABLES = ["billing_event", "ledger_seal", "usage_counter", "invoice"] as const;

/** Selects the distinct organizations of a table. PostgreSQL has no skip scan for DISTINCT, so this probes the index once for each. */
export function organizationsIn(table: (typeof LEDGER_TABLES)[number], which = sql`true`): SQL {
  const from = sql.identifier(table);
  return sql`(WITH RECURSIVE found AS (
    (SELECT organization_id AS id FROM ${from} WHERE ${which} ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT organization_id FROM ${from} WHERE ${which} AND organization_id > found.id ORDER BY organization_id LIMIT 1) FROM found WHERE id IS NOT NULL
  ) SELECT id FROM found WHERE id IS NOT NULL)`;
}
