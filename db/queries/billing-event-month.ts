import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { Basis, ProviderId } from "../schema/values.rules.ts";
import { EVENT, isAfter, isBetween, type LedgerPosition, type LedgerRow } from "./billing-event.ts";
import type { SpanRow } from "./subscription-span.ts";

export type LedgerGroup = {
  /** `late`: Stripe should have collected it in an earlier month. */
  kind: "checks" | "late" | "reversals";
  provider: ProviderId;
  basis: Basis | null;
  unitMinor: number;
  quantity: number;
  amountMinor: number;
  /** Has the tax rate of the invoice of a reversed check, if that differs from this month's. */
  taxBasisPoints: number | null;
  currency: string;
};

type Spans = readonly SpanRow[];

/** Sums the rows that we invoice by what an invoice lists apart. `taxBasisPoints`: the month's own rate. */
export async function sumMonth(
  db: Db,
  organizationId: string,
  from: Date,
  to: Date,
  spans: Spans,
  taxBasisPoints: number,
): Promise<LedgerGroup[]> {
  const invoiced = sql`(SELECT nullif(i.tax_basis_points, ${taxBasisPoints}::int) FROM billing_event o
    JOIN invoice i ON i.organization_id = o.organization_id AND i.period = date_trunc('month', o.created_at, 'UTC')::date
    WHERE o.verification_id = e.reverses AND o.created_at < ${from.toISOString()}::timestamptz)`;
  return groups(
    db,
    sql`organization_id = ${organizationId} AND ${isBetween(from, to)} AND mode = 'live' AND credit_note_id IS NULL ${outside(spans)}`,
    sql`CASE WHEN e.reverses IS NULL THEN NULL ELSE ${invoiced} END`,
  );
}

/** Sums the rows of a credit note in the same way. */
export async function sumCredit(db: Db, organizationId: string, creditNoteId: string): Promise<LedgerGroup[]> {
  return groups(db, sql`organization_id = ${organizationId} AND credit_note_id = ${creditNoteId}`, sql`NULL::int`);
}

/** Sums the batches that were given up in a month, because Stripe's meter no longer takes them. */
export async function sumGivenUp(db: Db, organizationId: string, from: Date, to: Date): Promise<LedgerGroup[]> {
  return db.execute<LedgerGroup>(sql`
    SELECT 'late' AS kind, provider, 'price' AS basis, unit_minor AS "unitMinor", sum(quantity) AS quantity,
      sum(quantity) * unit_minor AS "amountMinor", NULL AS "taxBasisPoints", currency
    FROM stripe_meter_batch
    WHERE organization_id = ${organizationId} AND given_up_at >= ${from.toISOString()}::timestamptz
      AND given_up_at < ${to.toISOString()}::timestamptz GROUP BY provider, unit_minor, currency`);
}

function outside(spans: Spans) {
  const conditions = spans.map(
    ({ since, until }) =>
      sql`AND NOT (created_at >= ${since.toISOString()}::timestamptz AND created_at < ${until?.toISOString() ?? "infinity"}::timestamptz)`,
  );
  return sql.join(conditions, sql` `);
}

async function groups(db: Db, which: SQL, rate: SQL): Promise<LedgerGroup[]> {
  return db.execute<LedgerGroup>(sql`
    SELECT CASE WHEN reverses IS NULL THEN 'checks' ELSE 'reversals' END AS kind, provider, basis, price_minor AS "unitMinor",
      count(*) AS quantity, sum(price_minor) AS "amountMinor", currency, ${rate} AS "taxBasisPoints"
    FROM billing_event e WHERE ${which} GROUP BY provider, basis, price_minor, reverses IS NULL, currency, 8`);
}

/** Lists the oldest checks of a month after a position that cost something and have no reversal yet. */
export async function listReversible(
  db: Db,
  { organizationId, from, to, spans, after, limit }: Month & { after: LedgerPosition; limit: number },
): Promise<LedgerRow[]> {
  return db.execute<LedgerRow>(sql`
    SELECT ${EVENT} FROM billing_event e
    WHERE organization_id = ${organizationId} AND ${isBetween(from, to)} AND mode = 'live' AND price_minor > 0 AND reverses IS NULL
      AND (SELECT r.verification_id FROM billing_reversal r WHERE r.reverses = e.verification_id) IS NULL
      AND ${isAfter(after)} ${outside(spans)}
    ORDER BY e.created_at, e.verification_id LIMIT ${limit}`);
}

type Month = { organizationId: string; from: Date; to: Date; spans: Spans };
