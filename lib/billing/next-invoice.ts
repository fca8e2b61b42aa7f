import { endOf } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOrganization } from "#lib/core/read.ts";
import { estimateAt, type Outlook, readOutlook } from "./month-outlook.ts";
import type { Estimate } from "./next-invoice.rules.ts";

export type NextInvoice = Pick<Outlook, "currency" | "taxBasisPoints" | "taxName"> & {
  issuedOn: Date;
  /** `rest.checks`: `null` while there is too little history to expect anything. */
  estimate: Estimate;
};

/** The invoice of this month, if the rest of it is as the days before; `null`: there are no terms yet. Without what Stripe collects. */
export async function readNextInvoice(actor: Actor, organizationId: string) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const outlook = await readOutlook(db, organizationId);
    const { subscription, soFar, period, currency, taxBasisPoints, taxName } = outlook;
    if (subscription === null) return { ok: true, next: null };
    const estimate = estimateAt(outlook, soFar, subscription);
    const next: NextInvoice = { issuedOn: endOf(period), currency, estimate, taxBasisPoints, taxName };
    return { ok: true, next };
  });
}
