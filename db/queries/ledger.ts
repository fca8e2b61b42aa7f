import { type SQL, sql } from "drizzle-orm";
import type { Database, Db, Transaction } from "../client.ts";
import type { billingEvent } from "../schema/ledger.ts";

export type LedgerRow = typeof billingEvent.$inferSelect;

export const EVENT = sql`e.verification_id AS id, e.organization_id AS "organizationId", e.plugin_key_id AS "pluginKeyId", e.provider,
  e.mode, e.basis, e.price_minor AS "priceMinor", e.currency, e.host, e.created_at AS "createdAt", e.reverses, e.reason, e.actor,
  e.credit_note_id AS "creditNoteId", e.mac`;

export type Read = Omit<LedgerRow, "createdAt"> & { createdAt: string };

/** Waits for whoever else seals this organization's rows. */
export async function lockChain(tx: Transaction, organizationId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('ledger ' || ${organizationId}, 0))`);
}

export type Seal = { position: number; digest: Buffer; eventAt: Date };

/** The end of an organization's chain; `null`: nothing is sealed yet. */
export async function findLastSeal(db: Db, organizationId: string): Promise<Seal | null> {
  const [row] = await db.execute<{ position: string; digest: Buffer; at: string }>(sql`
    SELECT position, digest, event_at AS at FROM ledger_seal WHERE organization_id = ${organizationId}
    ORDER BY position DESC LIMIT 1`);
  return row ? { position: Number(row.position), digest: row.digest, eventAt: new Date(row.at) } : null;
}

/** Where to go on in the order of the rows' moments; `at`: `null` for the beginning. */
export type LedgerPosition = { at: Date | null; id: string };

export const START: LedgerPosition = { at: null, id: "00000000-0000-0000-0000-000000000000" };

/** The oldest rows after a place that have no seal; `orOthers`: nor one of their own organization's, if anybody else's. */
export async function listUnsealed(
  db: Db,
  organizationId: string,
  { after, orOthers = false, most }: { after: LedgerPosition; orOthers?: boolean; most: number },
): Promise<LedgerRow[]> {
  const rows = await db.execute<Read>(sql`
    SELECT ${EVENT} FROM billing_event e
    WHERE e.organization_id = ${organizationId} AND ${isAfter(after)}
      AND ${orOthers ? sql`${chain} IS DISTINCT FROM e.organization_id` : sql`${chain} IS NULL`}
    ORDER BY e.created_at, e.verification_id LIMIT ${most}`);
  return rows.map(fromRead);
}

/** For an index on the moment; the id alone decides among rows of one. */
export function isAfter({ at, id }: LedgerPosition): SQL {
  const moment = sql`${at?.toISOString() ?? "-infinity"}::timestamptz`;
  return sql`e.created_at >= ${moment} AND (e.created_at, e.verification_id) > (${moment}, ${id}::uuid)`;
}

// Scalar, and so one probe of an index for each row: what EXISTS may become reads everybody's seals.
const chain = sql`(SELECT s.organization_id FROM ledger_seal s WHERE s.event_id = e.verification_id)`;

/** When rows began to have a MAC; `null`: all of this database's have one. And the database's clock. */
export async function readSigning(db: Db): Promise<{ since: Date | null; now: Date }> {
  const [row] = await db.execute<{ now: string; since: string | null }>(
    sql`SELECT now() AS now, (SELECT min(since) FROM ledger_signing) AS since`,
  );
  if (!row) throw new Error("The database did not tell the time");
  return { since: row.since === null ? null : new Date(row.since), now: new Date(row.now) };
}

export async function insertSeals(
  tx: Transaction,
  organizationId: string,
  seals: { position: number; eventId: string; digest: Buffer; eventAt: Date }[],
): Promise<void> {
  const written = seals.map(({ digest, ...seal }) => ({ ...seal, digest: digest.toString("hex") }));
  await tx.execute(sql`
    INSERT INTO ledger_seal (organization_id, position, event_id, digest, event_at)
    SELECT ${organizationId}, position, "eventId", decode(digest, 'hex'), "eventAt"
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS s(position bigint, "eventId" uuid, digest text, "eventAt" timestamptz)`);
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
  return sql`(WITH RECURSIVE walk AS (
    (SELECT organization_id AS id FROM ${from} ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT organization_id FROM ${from} WHERE organization_id > walk.id ORDER BY organization_id LIMIT 1) FROM walk WHERE id IS NOT NULL
  ) SELECT id FROM walk WHERE id IS NOT NULL)`;
}

export type ChainLink = { position: number; eventId: string; digest: Buffer; eventAt: Date; event: LedgerRow | null };

/**
 * The chain after a position, in its order, with the rows that it covers; `event` is `null` where there is none any more.
 * By a range of positions: asked for the first so many, a planner that does not know yet how long the chain has become sorts
 * all of it, for each page anew.
 */
export async function listChain(db: Db, organizationId: string, after: number, most: number): Promise<ChainLink[]> {
  const [next] = await db.execute<{ position: string }>(sql`
    SELECT position FROM ledger_seal WHERE organization_id = ${organizationId} AND position > ${after} ORDER BY position LIMIT 1`);
  if (!next) return [];
  const first = Number(next.position);
  const rows = await db.execute<{ position: string; eventId: string; digest: Buffer; eventAt: string } & Read>(sql`
    SELECT s.position, s.event_id AS "eventId", s.digest, s.event_at AS "eventAt", ${EVENT}
    FROM ledger_seal s LEFT JOIN billing_event e ON e.verification_id = s.event_id
    WHERE s.organization_id = ${organizationId} AND s.position BETWEEN ${first} AND ${first + most - 1}
    ORDER BY s.position`);
  return rows.map(({ position, eventId, digest, eventAt, ...event }) => ({
    position: Number(position),
    eventId,
    digest,
    eventAt: new Date(eventAt),
    event: event.id === null ? null : fromRead(event),
  }));
}

/** UTC months in which the running total is not the sum of the ledger, the first first. Of an organization that is gone, none. */
export async function listMiscounted(db: Db, organizationId: string) {
  const rows = await db.execute<{
    period: string;
    counted: string;
    summed: string;
    counter: string;
    events: string;
  }>(sql`
    SELECT period::text, coalesce(u.events, 0) AS counter, coalesce(l.events, 0) AS events,
      coalesce(u.spent_minor, 0) AS counted, coalesce(l.spent, 0) AS summed
    FROM (SELECT * FROM usage_counter WHERE organization_id = ${organizationId}) u
    FULL JOIN (
      SELECT date_trunc('month', created_at, 'UTC')::date AS period, count(*) FILTER (WHERE reverses IS NULL) AS events, sum(price_minor) AS spent
      FROM billing_event WHERE organization_id = ${organizationId} AND mode = 'live' AND credit_note_id IS NULL GROUP BY 1
    ) l USING (period)
    WHERE EXISTS (SELECT 1 FROM organization WHERE id = ${organizationId})
      AND (coalesce(u.events, 0), coalesce(u.spent_minor, 0)) IS DISTINCT FROM (coalesce(l.events, 0), coalesce(l.spent, 0))
    ORDER BY period`);
  return rows.map(({ period, counted, summed, counter, events }) => ({
    period,
    counter: { events: Number(counter), spentMinor: Number(counted) },
    ledger: { events: Number(events), spentMinor: Number(summed) },
  }));
}

/** The seal at a position, or `null`. */
export async function findSeal(db: Db, organizationId: string, position: number): Promise<Buffer | null> {
  const [row] = await db.execute<{ digest: Buffer }>(sql`
    SELECT digest FROM ledger_seal WHERE organization_id = ${organizationId} AND position = ${position}`);
  return row?.digest ?? null;
}

/** Reads at leisure, and all of it as of one moment. */
export async function inSnapshot<Answer>(
  db: Database,
  read: (tx: Transaction, now: Date) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = 0`);
      const [row] = await tx.execute<{ now: string }>(sql`SELECT now() AS now`);
      if (!row) throw new Error("The database did not tell the time");
      return read(tx, new Date(row.now));
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

export async function findEvent(db: Db, id: string): Promise<LedgerRow | null> {
  const [row] = await db.execute<Read>(sql`SELECT ${EVENT} FROM billing_event e WHERE e.verification_id = ${id}`);
  return row ? fromRead(row) : null;
}

/**
 * Writes rows that take others back, each of them once; how many were new. What stands on no credit note is of its month, and
 * its running total goes with it; a credit note is of no month, so neither usage nor cap knows it.
 */
export async function insertReversals(tx: Transaction, rows: (Omit<LedgerRow, "mac"> & { mac: Buffer })[]) {
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

export function fromRead({ createdAt, ...row }: Read): LedgerRow {
  return { ...row, createdAt: new Date(createdAt) };
}
