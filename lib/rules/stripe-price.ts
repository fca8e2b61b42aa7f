/** What of a price of Stripe's matters here. `currency`: small letters. `unit_amount`: `null` where it is in tiers. */
export type Price = { currency: string; unit_amount: number | null; recurring: { usage_type: string } | null };

/** Stripe counts these in hundredths, ISO 4217 in wholes (docs.stripe.com/currencies, "Special cases"). */
const IN_HUNDREDTHS = new Set(["ISK", "UGX"]);

/**
 * May a plan in this currency (ISO 4217) be sold at such a price? A meter's event counts minor units, so one unit of it must
 * cost just that, or Stripe's invoice is not the ledger's sum.
 */
export function suits(currency: string, price: Price): boolean {
  const isRight = !isMetered(price) || price.unit_amount === (IN_HUNDREDTHS.has(currency) ? 100 : 1);
  return isRight && price.currency.toUpperCase() === currency;
}

export function isMetered({ recurring }: Price): boolean {
  return recurring?.usage_type === "metered";
}
