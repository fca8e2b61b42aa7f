import type { Mode, ProviderId } from "./admission.ts";

export type SubscriptionStatus = "trialing" | "active" | "past_due" | "canceled" | "paused";

/** What one check costs, in minor units (cents, øre) of `currency` (ISO 4217). */
export type Prices = { currency: string; priceSMinor: number; priceBMinor: number };

/** Test checks are recorded at price 0 and never invoiced (contract §1, "Billing"). */
export function priceOf(provider: ProviderId, mode: Mode, prices: Prices): number {
  if (mode === "test") return 0;
  return provider === "s" ? prices.priceSMinor : prices.priceBMinor;
}

/** What one event says of money. A test key needs no subscription; XXX is ISO 4217 for "no currency". */
export function billOf(
  provider: ProviderId,
  mode: Mode,
  prices: Prices | null,
): { priceMinor: number; currency: string } {
  return { priceMinor: prices ? priceOf(provider, mode, prices) : 0, currency: prices?.currency ?? "XXX" };
}

/** Does one more event still fit under the cap? */
export function withinCap(spendCapMinor: number | null, spentMinor: number, priceMinor: number): boolean {
  return spendCapMinor === null || spentMinor + priceMinor <= spendCapMinor;
}
