import { type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import type { billingEvent } from "../schema/ledger.ts";
import type { LockedTransaction } from "./organization-lock.ts";

export type LedgerRow = typeof billingEvent.$inferSelect;

export const EVENT = sql`e.verification_id AS id, e.organization_id AS "organizationId", e.plugin_key_id AS "pluginKeyId", e.provider,
  e.mode, e.basis, e.price_minor AS "priceMinor", e.currency, e.host, e.created_at AS "createdAt", e.reverses, e.reason, e.actor,
  e.credit_note_id AS "creditNoteId", e.mac`;

export type Read = Omit<LedgerRow, "createdAt"> & { createdAt: string };

export function fromRead({ createdAt, ...row }: Read): LedgerRow {
  return { ...row, createdAt: new Date(createdAt) };
}

/** Where to go on in the order of the rows' moments; `at`: `null` for the beginning. */
export type LedgerPosition = { at: Date | null; id: string };

export const START: LedgerPosition = { at: null, id: "00000000-0000-0000-0000-000000000000" };

/** For an index on the moment; the id alone decides among rows of one. */
export function isAfter({ at, id }: LedgerPosition): SQL {
  const moment = sql`${at?.toISOString() ?? "-infinity"}::timestamptz`;
  return sql`e.created_at >= ${moment} AND (e.created_at, e.verification_id) > (${moment}, ${id}::uuid)`;
}

export async function findEvent(db: Db, id: string): Promise<LedgerRow | null> {
  const [row] = await db.execute<Read>(sql`SELECT ${EVENT} FROM billing_event e WHERE e.verification_id = ${id}`);
  return row ? fromRead(row) : null;
}

/**
 * Writes rows that take others back, each of them once; how many were new. What stands on no credit note is of its month, and
 * its running total goes with it; a credit note is of no month, so neither usage nor cap knows it.
 */
export async function insertReversals(tx: LockedTransaction, rows: NewReversal[]): Promise<number> {
  return insertAll(tx, rows);
}

/** Without the lock: neither the running total nor the spend cap counts what stands on a credit note. */
export async function insertCreditedReversals(
  tx: Transaction,
  rows: (NewReversal & { creditNoteId: string })[],
): Promise<number> {
  return insertAll(tx, rows);
}

type NewReversal = Omit<LedgerRow, "mac"> & { mac: Buffer };

async function insertAll(tx: Transaction, rows: NewReversal[]): Promise<number> {
  const written = JSON.stringify(rows.map((row) => ({ ...row, mac: row.mac.toString("hex") })));
  const inserted = await tx.execute(sql`
    WITH reversed AS (
      INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, basis, price_minor, currency, host, created_at, reverses, reason, actor, credit_note_id, mac)
      SELECT id, "organizationId", "pluginKeyId", provider, mode, basis, "priceMinor", currency, host, "createdAt", reverses, reason, actor, "creditNoteId", decode(mac, 'hex')
      FROM jsonb_to_recordset(${written}::jsonb) AS r(id uuid, "organizationId" uuid, "pluginKeyId" uuid, provider text, mode text, basis text, "priceMinor" int,
        currency text, host text, "createdAt" timestamptz, reverses uuid, reason text, actor text, "creditNoteId" uuid, mac text)
      ON CONFLICT (reverses) WHERE reverses IS NOT NULL DO NOTHING
      RETURNING *
    ), counted AS (
      INSERT INTO usage_counter AS u (organization_id, period, events, spent_minor)
      SELECT organization_id, date_trunc('month', created_at, 'UTC')::date, 0, sum(price_minor) FROM reversed
      WHERE mode = 'live' AND credit_note_id IS NULL GROUP BY 1, 2
      ON CONFLICT (organization_id, period) DO UPDATE SET spent_minor = u.spent_minor + excluded.spent_minor
    )
    SELECT count(*)::int AS n FROM reversed`);
  return Number(inserted[0]?.n);
}

/** Every organization that has a ledger, or that something says had one; those that are gone too. */
export async function listLedgers(db: Db): Promise<string[]> {
  const known = sql.join(AUDIT_ENTRIES.map(organizationsIn), sql` UNION `);
  const rows = await db.execute<{ id: string }>(sql`SELECT id FROM (${known}) AS known`);
  return rows.map(({ id }) => id);
}

/** Whether there is, or ever was, such an organization. */
export async function hasLedger(db: Db, organizationId: string): Promise<boolean> {
  const tables = [...AUDIT_ENTRIES, "former_organization", "organization"] as const;
  const auditEntries = tables.map((table) => {
    const column = sql.identifier(table.endsWith("organization") ? "id" : "organization_id");
    return sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} WHERE ${column} = ${organizationId})`;
  });
  const [row] = await db.execute<{ known: boolean }>(sql`SELECT ${sql.join(auditEntries, sql` OR `)} AS known`);
  return row?.known ?? false;
}

const AUDIT_ENTRIES = ["billing_event", "ledger_seal", "usage_counter", "invoice"] as const;

/** The organizations that a table knows. Its index is skipped through: one probe each. */
export function organizationsIn(table: (typeof AUDIT_ENTRIES)[number]): SQL {
  const from = sql.identifier(table);
  return sql`(WITH RECURSIVE found AS (
    (SELECT organization_id AS id FROM ${from} ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT organization_id FROM ${from} WHERE organization_id > found.id ORDER BY organization_id LIMIT 1) FROM found WHERE id IS NOT NULL
  ) SELECT id FROM found WHERE id IS NOT NULL)`;
}
