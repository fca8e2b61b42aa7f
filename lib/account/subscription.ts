import { findSubscription, upsertSubscription } from "#db/queries/account.ts";
import type { Prices, SubscriptionStatus } from "#lib/rules/billing.ts";
import type { Actor } from "./actor.ts";
import { type Changed, changeOrganization } from "./change.ts";

export type Terms = Prices & { status: SubscriptionStatus; spendCapMinor: number | null };

/** What an organization gets that subscribes without saying more: nothing is charged until the operator sets prices. */
const STANDARD: Terms = { status: "active", currency: "EUR", priceSMinor: 0, priceBMinor: 0, spendCapMinor: null };

/** Sets the named terms and leaves the others. Takes effect on the very next call; what was billed keeps its price. */
export async function setSubscription(
  actor: Actor,
  organizationId: string,
  terms: Partial<Terms>,
): Promise<Changed<{ terms: Terms }>> {
  if (!areSound(terms)) return { ok: false, reason: "terms_invalid" };
  return changeOrganization(actor, organizationId, async (tx) => {
    const before = await findSubscription(tx, organizationId);
    const after = { ...STANDARD, ...before, ...terms };
    await upsertSubscription(tx, organizationId, after);
    const trace = { action: "subscription.set", subject: organizationId, before, after };
    return { trace, result: { ok: true, terms: after } };
  });
}

function areSound({
  currency = "EUR",
  priceSMinor = 0,
  priceBMinor = 0,
  spendCapMinor = null,
}: Partial<Terms>): boolean {
  const isAmount = (minor: number) => Number.isSafeInteger(minor) && minor >= 0;
  const isPrice = (minor: number) => isAmount(minor) && minor <= 2_147_483_647;
  return (
    /^[A-Z]{3}$/.test(currency) &&
    isPrice(priceSMinor) &&
    isPrice(priceBMinor) &&
    (spendCapMinor === null || isAmount(spendCapMinor))
  );
}
