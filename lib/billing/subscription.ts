import { findSubscription, upsertSubscription } from "#db/queries/account.ts";
import type { Prices, SubscriptionStatus } from "#lib/rules/billing.ts";
import type { Actor } from "./actor.ts";
import { type Changed, changeOrganization, type Trace } from "./change.ts";

export type Terms = Prices & { status: SubscriptionStatus; spendCapMinor: number | null };

/**
 * Sets the named terms and leaves the others; the first time, all but the cap must be named. Takes effect on the very next
 * call; what was billed keeps its price.
 */
export async function setSubscription(
  actor: Actor,
  organizationId: string,
  terms: Partial<Terms>,
): Promise<Changed<{ terms: Terms }>> {
  if (!areSound(terms)) return { ok: false, reason: "terms_invalid" };
  return changeOrganization<{ terms: Terms }>(actor, "operate", organizationId, async (tx) => {
    const before = await findSubscription(tx, organizationId);
    const after = { spendCapMinor: null, ...before, ...terms };
    if (!isWhole(after)) return { trace: null, result: { ok: false, reason: "terms_incomplete" } };
    await upsertSubscription(tx, organizationId, after);
    const trace: Trace = { action: "subscription.set", subject: organizationId, before, after };
    return { trace, result: { ok: true, terms: after } };
  });
}

function isWhole(terms: Partial<Terms>): terms is Terms {
  return [terms.status, terms.currency, terms.priceSMinor, terms.priceBMinor].every((term) => term !== undefined);
}

/** ISO 4217. XXX is its word for "none". */
const CURRENCIES = new Set(Intl.supportedValuesOf("currency").filter((code) => code !== "XXX"));

function areSound({
  currency = "EUR",
  priceSMinor = 0,
  priceBMinor = 0,
  spendCapMinor = null,
}: Partial<Terms>): boolean {
  const isAmount = (minor: number) => Number.isSafeInteger(minor) && minor >= 0;
  const isPrice = (minor: number) => isAmount(minor) && minor <= 2_147_483_647;
  return (
    CURRENCIES.has(currency) &&
    isPrice(priceSMinor) &&
    isPrice(priceBMinor) &&
    (spendCapMinor === null || isAmount(spendCapMinor))
  );
}
