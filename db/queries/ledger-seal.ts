import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { arrayOf, preparedStatement } from "../prepared.ts";
import { EVENT, idsSince, isAfter, type LedgerPosition, type LedgerRow } from "./billing-event.ts";

/** Waits for others who seal these rows, and has the ledger read along its index: the planner would sort it all. */
export async function lockChain(tx: Transaction, organizationId: string): Promise<void> {
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('ledger ' || ${organizationId}, 0)),
      set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true)`);
}

export type Seal = { position: number; digest: Buffer; eventAt: Date };

/** Finds the last seal of an organization's chain; `null`: it has none. */
export async function findLastSeal(db: Db, organizationId: string): Promise<Seal | null> {
  const [row] = await db.execute<Seal>(sql`
    SELECT position, digest, event_at AS "eventAt" FROM ledger_chain WHERE organization_id = ${organizationId}`);
  return row ?? null;
}

/** Lists the oldest rows without a seal. `orOthers`: also rows of another's chain, or in a wrong month; opens all. */
export async function listUnsealed(
  db: Db,
  organizationId: string,
  { after, orOthers = false, limit }: { after: LedgerPosition; orOthers?: boolean; limit: number },
): Promise<LedgerRow[]> {
  return db.execute<LedgerRow>(sql`
    SELECT ${EVENT} FROM billing_event e
    WHERE e.organization_id = ${organizationId} AND ${isAfter(after)}
      ${orOthers || after.at === null ? sql`` : sql`AND ${idsSince(after.at)}`}
      AND ${orOthers ? sql`${chain} IS DISTINCT FROM e.organization_id` : sql`${chain} IS NULL`}
    ORDER BY e.created_at, e.verification_id LIMIT ${limit}`);
}

// A scalar subquery probes the index once for each row. PostgreSQL may turn EXISTS into a join that reads all seals.
const chain = sql`(SELECT s.organization_id FROM ledger_seal s WHERE s.event_id = e.verification_id)`;

export type NewSeal = { position: number; eventId: string; digest: Buffer; eventAt: Date };

/** `$4`: digests of 32 bytes each, one after the other. `$6` to `$8`: the last seal, to which the chain moves on from `$2`. */
const insertion = preparedStatement<{ position: number }>(`
  WITH moved AS (
    INSERT INTO ledger_chain (organization_id, position, digest, event_at) VALUES ($1::uuid, $6::bigint, $7::bytea, $8::timestamptz)
    ON CONFLICT (organization_id) DO UPDATE
    SET position = excluded.position, digest = excluded.digest, event_at = excluded.event_at
    WHERE ledger_chain.position = $2::bigint
    RETURNING position
  ), sealed AS (
    INSERT INTO ledger_seal (organization_id, position, event_id, digest, event_at)
    SELECT $1::uuid, $2::bigint + n, event_id, substr($4::bytea, (32 * (n - 1) + 1)::int, 32), event_at
    FROM unnest($3::uuid[], $5::timestamptz[]) WITH ORDINALITY AS s(event_id, event_at, n)
  )
  SELECT position FROM moved`);

/** Writes the next seals of a chain, whose positions follow each other and its end. */
export async function insertSeals(tx: Transaction, organizationId: string, seals: readonly NewSeal[]): Promise<void> {
  const [first, last] = [seals[0], seals.at(-1)];
  if (!first || !last) return;
  const ids = arrayOf(seals.map(({ eventId }) => eventId));
  const moments = arrayOf(seals.map(({ eventAt }) => eventAt.toISOString()));
  const digests = Buffer.concat(seals.map(({ digest }) => digest));
  const before = first.position - 1;
  const end = [last.position, last.digest, last.eventAt.toISOString()] as const;
  const moved = await insertion(tx, organizationId, before, ids, digests, moments, ...end);
  if (moved.length === 0) throw new Error(`The chain of ${organizationId} does not end at ${before}`);
}

export type ChainLink = { position: number; eventId: string; digest: Buffer; event: LedgerRow | null };

/** Lists the chain by a range of positions: with LIMIT, old statistics have all of it sorted for each page. */
export async function listChain(db: Db, organizationId: string, after: number, limit: number): Promise<ChainLink[]> {
  const [next] = await db.execute<{ position: number }>(sql`
    SELECT position FROM ledger_seal WHERE organization_id = ${organizationId} AND position > ${after} ORDER BY position LIMIT 1`);
  if (!next) return [];
  const rows = await db.execute<Omit<ChainLink, "event"> & LedgerRow>(sql`
    SELECT s.position, s.event_id AS "eventId", s.digest, ${EVENT}
    FROM ledger_seal s
    -- LIMIT: PostgreSQL looks each row up in its month. It might join with all rows of all months.
    LEFT JOIN LATERAL (SELECT * FROM billing_event WHERE verification_id = s.event_id LIMIT 1) e ON true
    WHERE s.organization_id = ${organizationId} AND s.position BETWEEN ${next.position} AND ${next.position + limit - 1}
    ORDER BY s.position`);
  return rows.map(({ position, eventId, digest, ...event }) => {
    return { position, eventId, digest, event: event.id === null ? null : event };
  });
}

/** Finds the seal at a position, or `null`. */
export async function findSeal(db: Db, organizationId: string, position: number): Promise<Buffer | null> {
  const [row] = await db.execute<{ digest: Buffer }>(sql`
    SELECT digest FROM ledger_seal WHERE organization_id = ${organizationId} AND position = ${position}`);
  return row?.digest ?? null;
}
