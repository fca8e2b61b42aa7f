import type { Basis } from "#db/schema/values.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";

/** What one check costs, in minor units (cents, øre) of `currency` (ISO 4217). */
type Prices = { currency: string; priceSMinor: number; priceBMinor: number };

/** What a bill is made from. `includedChecks`: so many live checks of a month cost nothing, whichever come first. */
export type BillTerms = Prices & { includedChecks: number } & Cap;

/** `spendCapMinor`: what the checks of one UTC month should cost at most; `null`: no cap. */
export type Cap = { spendCapMinor: number | null; stopsAtCap: boolean };

/** Of this UTC month so far: live checks, and what they cost. */
export type Usage = { checks: number; spentMinor: number };

/** Live checks of provider `s` that are under way, by the price that each reserved when it was admitted. */
export type Reserved = readonly { priceMinor: number; checks: number }[];

/**
 * Why an event costs what it costs. `no_terms`: the organization had no subscription any more. `over_cap`: of an older
 * version, which reserved nothing: the check was under way at the eID when the cap was reached, and cost nothing.
 */
export type { Basis };

export type Bill = { priceMinor: number; currency: string; basis: Basis };

/** ISO 4217 for "no currency". */
export const NO_CURRENCY = "XXX";

export function priceOf(provider: ProviderId, prices: Prices): number {
  return provider === "s" ? prices.priceSMinor : prices.priceBMinor;
}

/**
 * What one event says of money, pinned for good. Test checks are recorded at price 0 and never invoiced (contract §1,
 * "Billing"). `reservedMinor`: the price that this very check reserved, whatever the terms say by now; `null`: none.
 */
export function billOf(
  provider: ProviderId,
  mode: Mode,
  terms: BillTerms | null,
  usage: Usage,
  reservedMinor: number | null = null,
): Bill {
  const free = (basis: Basis): Bill => ({ priceMinor: 0, currency: terms?.currency ?? NO_CURRENCY, basis });
  if (mode === "test") return free("test");
  if (terms === null) return free("no_terms");
  if (usage.checks < terms.includedChecks) return free("included");
  return { priceMinor: reservedMinor ?? priceOf(provider, terms), currency: terms.currency, basis: "price" };
}

/** The cap at which live checks stop; `null`: none does, or it only tells. */
export function stoppingCap({ spendCapMinor, stopsAtCap }: Cap): number | null {
  return stopsAtCap ? spendCapMinor : null;
}

/**
 * May another live check begin under a cap that stops? What is spent and what is reserved stay within it, however the checks
 * under way end. `holds`: the new check only reserves its price; otherwise it spends it at once.
 */
export function fitsUnderCap(
  { priceMinor, holds }: { priceMinor: number; holds: boolean },
  terms: BillTerms,
  usage: Usage,
  reserved: Reserved,
): boolean {
  const capMinor = stoppingCap(terms);
  if (capMinor === null) return true;
  const paidMinor = usage.checks < terms.includedChecks ? 0 : priceMinor;
  const before = committedMinor(terms, usage, reserved);
  const after = holds
    ? committedMinor(terms, usage, [...reserved, { priceMinor, checks: 1 }])
    : committedMinor(terms, { checks: usage.checks + 1, spentMinor: usage.spentMinor + paidMinor }, reserved);
  // A check that adds nothing may begin, even if the cap was lowered below what is spent.
  return after === before || after <= capMinor;
}

/** What the checks under way have reserved: what they cost at most, beyond what is spent. */
export function reservedMinor(terms: BillTerms, usage: Usage, reserved: Reserved): number {
  return committedMinor(terms, usage, reserved) - usage.spentMinor;
}

/**
 * What is spent, once every check under way has ended *verified*. The included checks that are left go to those that end
 * first; nobody knows which, so the cheapest are taken to be these.
 */
function committedMinor({ includedChecks }: BillTerms, usage: Usage, reserved: Reserved): number {
  let free = Math.max(0, includedChecks - usage.checks);
  let sum = usage.spentMinor;
  for (const { priceMinor, checks } of reserved.toSorted((a, b) => a.priceMinor - b.priceMinor)) {
    const paid = Math.max(0, checks - free);
    free -= checks - paid;
    sum += paid * priceMinor;
  }
  return sum;
}
