import type { Mode, ProviderId } from "./admission.ts";

/** What one check costs, in minor units (cents, øre) of `currency` (ISO 4217). */
type Prices = { currency: string; priceSMinor: number; priceBMinor: number };

/** What a bill is made from. `includedChecks`: so many live checks of a month cost nothing, whichever come first. */
export type BillTerms = Prices & { includedChecks: number } & Cap;

/** `spendCapMinor`: what the checks of one UTC month should cost at most; `null`: no cap. */
export type Cap = { spendCapMinor: number | null; stopsAtCap: boolean };

/** Of this UTC month so far: live checks, and what they cost. */
export type Usage = { checks: number; spentMinor: number };

/**
 * Why an event costs what it costs. `over_cap`: the check was under way at the eID when the cap was reached, so the cap
 * holds and it costs nothing. `no_terms`: the organization had no subscription any more.
 */
export type Basis = "price" | "included" | "over_cap" | "test" | "no_terms";

export type Bill = { priceMinor: number; currency: string; basis: Basis };

/** ISO 4217 for "no currency". */
export const NO_CURRENCY = "XXX";

function priceOf(provider: ProviderId, prices: Prices): number {
  return provider === "s" ? prices.priceSMinor : prices.priceBMinor;
}

/** What one event says of money, pinned for good. Test checks are recorded at price 0 and never invoiced (contract §1, "Billing"). */
export function billOf(provider: ProviderId, mode: Mode, terms: BillTerms | null, usage: Usage): Bill {
  const free = (basis: Basis): Bill => ({ priceMinor: 0, currency: terms?.currency ?? NO_CURRENCY, basis });
  if (mode === "test") return free("test");
  if (terms === null) return free("no_terms");
  if (usage.checks < terms.includedChecks) return free("included");
  const priceMinor = priceOf(provider, terms);
  if (!isWithinCap(terms, usage, priceMinor)) return free("over_cap");
  return { priceMinor, currency: terms.currency, basis: "price" };
}

/** May another live check begin? Only a cap that was chosen to stop says no. */
export function fitsUnderCap(provider: ProviderId, terms: BillTerms, usage: Usage): boolean {
  return usage.checks < terms.includedChecks || isWithinCap(terms, usage, priceOf(provider, terms));
}

function isWithinCap({ spendCapMinor, stopsAtCap }: Cap, { spentMinor }: Usage, priceMinor: number): boolean {
  return spendCapMinor === null || !stopsAtCap || spentMinor + priceMinor <= spendCapMinor;
}
