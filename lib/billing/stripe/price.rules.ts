import { digitsOf } from "../currency.rules.ts";

/** What of a price of Stripe's matters here. `currency`: small letters. `unit_amount`: `null` where it is in tiers. */
export type Price = { currency: string; unit_amount: number | null; recurring: { usage_type: string } | null };

/**
 * Where Stripe counts in another unit than ISO 4217 (docs.stripe.com/currencies): krónur and Ugandan shillings in hundredths,
 * though there are none; ariary in wholes.
 */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/**
 * An amount in minor units of ISO 4217 as Stripe writes it; `null`: Stripe takes no such amount. Of what has three digits the
 * last must be a zero, and what Stripe counts in wholes has no part of one.
 */
export function stripeAmountOf(minor: number, currency: string): number | null {
  const digits = digitsOf(currency);
  const [amount, least] = [minor * 10 ** ((STRIPE_DIGITS[currency] ?? digits) - digits), digits === 3 ? 10 : 1];
  return Number.isSafeInteger(amount / least) ? amount : null;
}

/**
 * May a plan in this currency be sold at such a price? A meter's event counts minor units, so one unit of it must cost just
 * that, or Stripe's invoice is not the ledger's sum. Where Stripe takes no single minor unit, nothing metered is sold.
 */
export function suits(currency: string, price: Price): boolean {
  if (price.currency.toUpperCase() !== currency) return false;
  return !isMetered(price) || (price.unit_amount !== null && price.unit_amount === stripeAmountOf(1, currency));
}

export function isMetered({ recurring }: Price): boolean {
  return recurring?.usage_type === "metered";
}
