import { daysMs, HOUR_MS } from "#lib/base/time.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import type { LedgerRecord } from "../ledger.rules.ts";
import type { StripeSpan } from "../proration.rules.ts";
import { isInSpan } from "./span.rules.ts";

/** Stripe's meter refuses events that are older than 35 days. */
const MAX_AGE_MS = daysMs(35);

type Row = Pick<LedgerRecord, "provider" | "priceMinor" | "currency" | "createdAt" | "creditNoteId">;

/** Rows of one UTC hour, provider and price. `at`: the moment of the youngest row, so that Stripe books the batch in the right period. */
export type Batch = {
  hour: Date;
  provider: ProviderId;
  unitMinor: number;
  currency: string;
  quantity: number;
  at: Date;
};

/** Leaves out rows at price 0, and reversals on a credit note: they take back an invoice of ours, not of Stripe's. */
export function isCollectedByStripe({ priceMinor, createdAt, creditNoteId }: Row, spans: readonly StripeSpan[]) {
  return priceMinor !== 0 && creditNoteId === null && isInSpan(spans, createdAt);
}

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

/** Makes the identifier of a batch. It is the same each time we send the batch, so Stripe counts it once. */
export function identifierOf(customerId: string, { hour, provider, unitMinor, number }: Batch & { number: number }) {
  return [customerId, hour.toISOString().slice(0, 13), provider, unitMinor, number].join(":");
}

export function isAccepted({ at }: Pick<Batch, "at">, now: Date): boolean {
  return +now - +at < MAX_AGE_MS;
}
