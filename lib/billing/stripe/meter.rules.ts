import type { ProviderId } from "#lib/core/provider.rules.ts";
import { isWithin, type StripeSpan } from "./span.rules.ts";

const HOUR_MS = 3_600_000;
/** What happened longer ago, Stripe's meter does not take. */
const TAKES_FOR_MS = 35 * 24 * HOUR_MS;

type Row = {
  provider: ProviderId;
  priceMinor: number;
  currency: string;
  createdAt: Date;
  creditNoteId: string | null;
};

/** Rows of one UTC hour that cost the same. `at`: of the youngest, so that it lies in the same span and period of Stripe's. */
export type Batch = {
  hour: Date;
  provider: ProviderId;
  unitMinor: number;
  currency: string;
  quantity: number;
  at: Date;
};

/** What costs nothing says nothing; what takes back an invoice of ours was never Stripe's. */
export function isStripes({ priceMinor, createdAt, creditNoteId }: Row, spans: readonly StripeSpan[]): boolean {
  return priceMinor !== 0 && creditNoteId === null && isWithin(spans, createdAt);
}

/** Sums rows by hour, provider and price. Their sum is the sum of the rows. */
export function batchesOf(rows: readonly Row[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const { provider, priceMinor: unitMinor, currency, createdAt } of rows) {
    const hour = new Date(Math.floor(+createdAt / HOUR_MS) * HOUR_MS);
    const key = String([+hour, provider, unitMinor, currency]);
    const batch = batches.get(key) ?? { hour, provider, unitMinor, currency, quantity: 0, at: createdAt };
    batch.quantity += 1;
    batch.at = new Date(Math.max(+batch.at, +createdAt));
    batches.set(key, batch);
  }
  return [...batches.values()];
}

/** What Stripe knows a batch by, however often it is told: the customer, the hour, the price, and which batch of these it is. */
export function identifierOf(
  customerId: string,
  { hour, provider, unitMinor, number }: Batch & { number: number },
): string {
  return [customerId, hour.toISOString().slice(0, 13), provider, unitMinor, number].join(":");
}

export function isTakenAt({ at }: Pick<Batch, "at">, now: Date): boolean {
  return +now - +at < TAKES_FOR_MS;
}
