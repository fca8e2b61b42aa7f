import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";

export type LedgerGroup = {
  provider: "s" | "b";
  basis: "price" | "included" | "over_cap" | "test" | "no_terms" | null;
  unitMinor: number;
  quantity: number;
  amountMinor: number;
  isReversal: boolean;
  currency: string;
};

type Spans = readonly { since: Date; until: Date | null }[];

/** A month's live rows, summed by what an invoice tells apart; those on a credit note, and within a span of Stripe's, are left out. */
export async function sumMonth(
  db: Db,
  organizationId: string,
  from: Date,
  to: Date,
  stripes: Spans,
): Promise<LedgerGroup[]> {
  return groups(
    db,
    sql`organization_id = ${organizationId} AND created_at >= ${from.toISOString()}::timestamptz
      AND created_at < ${to.toISOString()}::timestamptz AND mode = 'live' AND credit_note_id IS NULL ${outside(stripes)}`,
  );
}

/** The rows that stand on a credit note, summed the same way. */
export async function sumCredit(db: Db, organizationId: string, creditNoteId: string): Promise<LedgerGroup[]> {
  return groups(db, sql`organization_id = ${organizationId} AND credit_note_id = ${creditNoteId}`);
}

function outside(stripes: Spans) {
  const each = stripes.map(
    ({ since, until }) =>
      sql`AND NOT (created_at >= ${since.toISOString()}::timestamptz AND created_at < ${until?.toISOString() ?? "infinity"}::timestamptz)`,
  );
  return sql.join(each, sql` `);
}

async function groups(db: Db, which: ReturnType<typeof sql>): Promise<LedgerGroup[]> {
  const rows = await db.execute<
    Omit<LedgerGroup, "quantity" | "amountMinor"> & { quantity: string; amountMinor: string }
  >(sql`
    SELECT provider, basis, price_minor AS "unitMinor", count(*) AS quantity, sum(price_minor) AS "amountMinor",
      reverses IS NOT NULL AS "isReversal", currency
    FROM billing_event WHERE ${which} GROUP BY provider, basis, price_minor, reverses IS NOT NULL, currency`);
  return rows.map((row) => ({ ...row, quantity: Number(row.quantity), amountMinor: Number(row.amountMinor) }));
}

/**
 * Takes back whatever of a month costs something and was not taken back yet, on a credit note. Each row at its own moment:
 * a million at the same one would have to be put in order whenever some of them are sealed. They are of no month: neither its
 * usage nor its cap knows them.
 */
export async function reverseMonth(
  tx: Transaction,
  { organizationId, from, to, stripes, creditNoteId, reason, actor }: Reversal,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO billing_event (verification_id, organization_id, plugin_key_id, provider, mode, basis, price_minor, currency, host, created_at, reverses, reason, actor, credit_note_id)
    SELECT gen_random_uuid(), organization_id, plugin_key_id, provider, mode, basis, -price_minor, currency, host,
      date_trunc('milliseconds', clock_timestamp()), verification_id, ${reason}, ${actor}, ${creditNoteId}
    FROM billing_event
    WHERE organization_id = ${organizationId} AND created_at >= ${from.toISOString()}::timestamptz
      AND created_at < ${to.toISOString()}::timestamptz AND mode = 'live' AND price_minor > 0 AND reverses IS NULL
      ${outside(stripes)}
    ON CONFLICT (reverses) WHERE reverses IS NOT NULL DO NOTHING`);
}

type Reversal = {
  organizationId: string;
  from: Date;
  to: Date;
  stripes: Spans;
  creditNoteId: string;
  reason: string;
  actor: string;
};
