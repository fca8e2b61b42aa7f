import { sql } from "drizzle-orm";
import { daysAfter } from "#lib/base/time.rules.ts";
import type { Db } from "../client.ts";
import type { Mode, ProviderId } from "../schema/values.rules.ts";
import { idsBefore, idsSince, type LedgerRow } from "./billing-event.ts";

/** Holds a filter: an absent property does not filter. Days are UTC days, both inclusive. */
export type LedgerQuestion = {
  since?: string;
  until?: string;
  provider?: ProviderId;
  mode?: Mode;
  key?: string;
  host?: string;
  kind?: "check" | "reversal";
  /** Rows on a credit note take an invoice back and belong to no month. */
  credits?: "without" | "only";
};

/** `checks` includes those that were reversed. `amountMinor`: the sum of checks and reversals. */
export type Sum = { checks: number; reversals: number; amountMinor: number };

/** The rows of one UTC day that are alike. `key`: `null`: it was deleted. */
export type DaySum = Sum & {
  day: string;
  provider: ProviderId;
  mode: Mode;
  key: string | null;
  label: string | null;
  host: string | null;
};

const SUMS = sql`count(*) FILTER (WHERE e.reverses IS NULL) AS checks, count(*) FILTER (WHERE e.reverses IS NOT NULL) AS reversals,
  coalesce(sum(e.price_minor), 0) AS "amountMinor"`;

/** Sums by UTC day, each grouped by itself: PostgreSQL would sort all rows to group them by an expression. */
export async function sumDays(db: Db, organizationId: string, since: string, until: string): Promise<DaySum[]> {
  const [from, to] = [new Date(since), daysAfter(Date.parse(until), 1)];
  return db.execute<DaySum>(sql`
    SELECT (d.day AT TIME ZONE 'UTC')::date::text AS day, s.provider, s.mode, k.key, k.label, s.host, s.checks, s.reversals, s."amountMinor"
    FROM generate_series(${from.toISOString()}::timestamptz, ${new Date(until).toISOString()}::timestamptz, interval '24 hours') AS d(day)
    CROSS JOIN LATERAL (
      SELECT e.provider, e.mode, e.plugin_key_id, e.host, ${SUMS}
      FROM billing_event e
      WHERE e.organization_id = ${organizationId} AND e.created_at >= d.day AND e.created_at < d.day + interval '24 hours'
        AND ${idsSince(from)} AND ${idsBefore(to)} AND e.credit_note_id IS NULL
      GROUP BY 1, 2, 3, 4
    ) s LEFT JOIN plugin_key k ON k.id = s.plugin_key_id
    ORDER BY d.day`);
}

export async function sumAll(db: Db, organizationId: string, question: LedgerQuestion): Promise<Sum> {
  const [row] = await db.execute<Sum>(
    sql`SELECT ${SUMS} FROM billing_event e WHERE ${isAsked(organizationId, question)}`,
  );
  return row ?? { checks: 0, reversals: 0, amountMinor: 0 };
}

export type BillingEventRow = Pick<
  LedgerRow,
  "id" | "provider" | "mode" | "basis" | "priceMinor" | "currency" | "host" | "reverses" | "reason"
> & {
  createdAt: Date;
  /** `null`: the key was deleted. */
  key: string | null;
  keyLabel: string | null;
  /** The id of the row that reverses this check. */
  reversedBy: string | null;
};

/** Lists a page of rows, the latest first. `before`: the last row of the page before. */
export async function selectBillingEvents(
  db: Db,
  organizationId: string,
  question: LedgerQuestion,
  before: { at: Date; id: string } | null,
  limit: number,
): Promise<BillingEventRow[]> {
  const isBefore = before
    ? sql`(e.created_at, e.verification_id) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)
        AND ${idsBefore(new Date(+before.at + 1))}`
    : sql`true`;
  return db.execute<BillingEventRow>(sql`
    SELECT e.verification_id AS id, e.provider, e.mode, e.basis, e.price_minor AS "priceMinor", e.currency, e.host, e.reverses,
      e.reason, e.created_at AS "createdAt", k.key, k.label AS "keyLabel",
      (SELECT r.verification_id FROM billing_reversal r WHERE r.reverses = e.verification_id) AS "reversedBy"
    FROM billing_event e LEFT JOIN plugin_key k ON k.id = e.plugin_key_id
    WHERE ${isAsked(organizationId, question)} AND ${isBefore}
    ORDER BY e.created_at DESC, e.verification_id DESC LIMIT ${limit}`);
}

function isAsked(organizationId: string, { since, until, provider, mode, key, host, kind, credits }: LedgerQuestion) {
  const start = sql`${`${since}T00:00:00Z`}::timestamptz`;
  const end = sql`(${`${until}T00:00:00Z`}::timestamptz + interval '24 hours')`;
  const asked = [
    sql`e.organization_id = ${organizationId}`,
    since !== undefined && sql`e.created_at >= ${start} AND ${idsSince(new Date(since))}`,
    until !== undefined && sql`e.created_at < ${end} AND ${idsBefore(daysAfter(Date.parse(until), 1))}`,
    provider !== undefined && sql`e.provider = ${provider}`,
    mode !== undefined && sql`e.mode = ${mode}`,
    key !== undefined && sql`e.plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`,
    host !== undefined && sql`e.host = ${host}`,
    credits !== undefined && (credits === "only" ? sql`e.credit_note_id IS NOT NULL` : sql`e.credit_note_id IS NULL`),
    kind !== undefined && (kind === "check" ? sql`e.reverses IS NULL` : sql`e.reverses IS NOT NULL`),
  ].filter((one) => one !== false);
  return sql.join(asked, sql` AND `);
}
