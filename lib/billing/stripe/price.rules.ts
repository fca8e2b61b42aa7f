import { digitsOf } from "../currency.rules.ts";

/** Names the fields of a Stripe price that we read. `currency`: in lower case. `unit_amount`: `null` for tiers. */
export type Price = { currency: string; unit_amount: number | null; recurring: { usage_type: string } | null };

/**
 * Currencies that Stripe counts in another unit than ISO 4217 (docs.stripe.com/currencies): krónur and Ugandan shillings in
 * hundredths, although ISO has no digits for them, and ariary in whole units.
 */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/**
 * Converts minor units of ISO 4217 to Stripe's unit; `null`: Stripe cannot express the amount. In currencies with three digits
 * the last one must be 0, and currencies that Stripe counts in whole units have no fractions.
 */
export function stripeAmountOf(minor: number, currency: string): number | null {
  const digits = digitsOf(currency);
  const [amount, least] = [minor * 10 ** ((STRIPE_DIGITS[currency] ?? digits) - digits), digits === 3 ? 10 : 1];
  return Number.isSafeInteger(amount / least) ? amount : null;
}

/**
 * May a plan in this currency use this Stripe price? Our meter events count minor units, so one unit must cost exactly one minor
 * unit; otherwise Stripe's invoice would differ from the ledger. If Stripe cannot express one minor unit, metered prices are refused.
 */
export function suits(currency: string, price: Price): boolean {
  if (price.currency.toUpperCase() !== currency) return false;
  return !isMetered(price) || (price.unit_amount !== null && price.unit_amount === stripeAmountOf(1, currency));
}

export function isMetered({ recurring }: Price): boolean {
  return recurring?.usage_type === "metered";
}

/** Holds what became of the usage of a subscription's last period. */
export type Settlement = "invoiced" | "not invoiced" | "differs";

/** `sent`: what its meter was sent, in minor units; `null`: nothing. `invoiced`: what its invoices have of it, in Stripe's unit. */
export function settlementOf(sent: { minor: number; currency: string } | null, invoiced: number): Settlement {
  if (sent === null || sent.minor === 0) return "invoiced";
  if (invoiced === 0) return "not invoiced";
  return stripeAmountOf(sent.minor, sent.currency) === invoiced ? "invoiced" : "differs";
}
