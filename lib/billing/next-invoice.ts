import { endOf } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/read.ts";
import type { Refused } from "#lib/core/result.ts";
import { estimateAt, readOutlook } from "./month-outlook.ts";
import type { Estimate } from "./next-invoice.rules.ts";

/** `estimate.rest.checks`: `null` while there is too little history to expect anything. */
export type NextInvoice = {
  issuedOn: Date;
  currency: string;
  estimate: Estimate;
  taxBasisPoints: number;
  taxName: string;
};

/** The invoice of this month, if the rest of it is as the days before; `null`: there are no terms yet. Without what Stripe collects. */
export async function readNextInvoice(
  actor: Actor,
  organizationId: string,
): Promise<{ ok: true; next: NextInvoice | null } | Refused> {
  const found = await readOf(actor, "see billing", organizationId, (db) => readOutlook(db, organizationId));
  if (!found.ok) return found;
  const { subscription, soFar, period, currency, taxBasisPoints, taxName } = found.read;
  if (subscription === null) return { ok: true, next: null };
  const estimate = estimateAt(found.read, soFar, subscription);
  return { ok: true, next: { issuedOn: endOf(period), currency, estimate, taxBasisPoints, taxName } };
}
