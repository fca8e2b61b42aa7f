import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { preparedStatement } from "../prepared.ts";

/** Live checks of provider `s` under way that reserved one price. `withSecret`: their calls carried a secret of the key. */
export type ReservedRow = { priceMinor: number; withSecret: boolean; checks: number };

/** Ends a reservation a minute after its check may still be stored, 10 seconds past the deadline. */
export const reservedUntil = (flowMs: string) =>
  `date_trunc('minute', now() + ${flowMs}::float8 * interval '1 millisecond' + interval '70 seconds', 'UTC')`;

/** Sums what is reserved, as JSON: a row a minute, price and kind of call, however many checks are under way. */
export const reservedAt = (organizationId: string, now: string) => `(
  SELECT jsonb_agg(jsonb_build_object('priceMinor', r.price_minor, 'withSecret', r.with_secret, 'checks', r.checks))
  FROM reservation r WHERE r.organization_id = ${organizationId} AND r.until > ${now} AND r.checks > 0)`;

const select = preparedStatement<{ reserved: ReservedRow[] | null }>(
  `SELECT ${reservedAt("$1", "clock_timestamp()")} AS reserved`,
);

/** Reads what the spend cap of an organization must leave room for. */
export async function readReserved(db: Db, organizationId: string): Promise<ReservedRow[]> {
  const [row] = await select(db, organizationId);
  return row?.reserved ?? [];
}

export async function deleteEndedReservations(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM reservation WHERE until <= now()`);
}
