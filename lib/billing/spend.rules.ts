import type { Basis } from "#db/schema/values.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";

/** The price of one check, in minor units (cents, øre) of `currency` (ISO 4217). */
type Prices = { currency: string; priceSMinor: number; priceBMinor: number };

/** The terms that the price of a check follows from. `includedChecks`: the first live checks of a month, which cost nothing. */
export type BillTerms = Prices & { includedChecks: number } & Cap;

/** `spendCapMinor`: the most that the checks of one UTC month should cost; `null`: no cap. `stopsAtCap`: live checks stop there. */
export type Cap = { spendCapMinor: number | null; stopsAtCap: boolean };

export type Usage = { checks: number; spentMinor: number };

/** Counts the live checks of `s` under way by the price that each reserved, and by whether it carried a secret. */
export type Reserved = readonly { priceMinor: number; withSecret: boolean; checks: number }[];

/** `no_terms`: it had lost its subscription. `over_cap`: an older version let a check be free at a full cap. */
export type { Basis };

export type Bill = { priceMinor: number; currency: string; basis: Basis };

/** ISO 4217 for "no currency". */
export const NO_CURRENCY = "XXX";

export function priceOf(provider: ProviderId, prices: Prices): number {
  return provider === "s" ? prices.priceSMinor : prices.priceBMinor;
}

/** Prices an event for good; tests are free (contract §1, "Billing"). `reservedMinor` wins over today's terms. */
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

/** Says the cap at which live checks stop; `null`: there is no cap, or it only sends e-mails. */
export function stoppingCap({ spendCapMinor, stopsAtCap }: Cap): number | null {
  return stopsAtCap ? spendCapMinor : null;
}

/** Says how many of the dearest checks fit under the cap that new terms begin with. */
export const NEW_CAP_CHECKS = 2_000;

/** Computes the cap of new terms, which stops live checks until somebody chooses another; `null`: checks are free. */
export function newCapOf({ priceSMinor, priceBMinor }: Omit<Prices, "currency">): number | null {
  return NEW_CAP_CHECKS * Math.max(priceSMinor, priceBMinor) || null;
}

/** Does the usage so far decide whether a check may begin, or what it costs? `null`: there is no subscription. */
export function usageDecides(terms: BillTerms | null, { checks }: Usage): boolean {
  return terms !== null && (checks < terms.includedChecks || stoppingCap(terms) !== null);
}

/**
 * May another live check begin under a cap that stops? Spent and reserved amounts together must stay within the cap, however the
 * checks under way end. `isReservation`: the new check reserves its price; if false, it spends it at once.
 */
export function fitsUnderCap(
  { priceMinor, isReservation }: { priceMinor: number; isReservation: boolean },
  terms: BillTerms,
  usage: Usage,
  reserved: Reserved,
): boolean {
  const capMinor = stoppingCap(terms);
  if (capMinor === null) return true;
  const paidMinor = usage.checks < terms.includedChecks ? 0 : priceMinor;
  const before = committedMinor(terms, usage, reserved);
  const after = isReservation
    ? committedMinor(terms, usage, [...reserved, one(priceMinor)])
    : committedMinor(terms, { checks: usage.checks + 1, spentMinor: usage.spentMinor + paidMinor }, reserved);
  // A check that adds nothing may begin, even if the cap was lowered below what is spent.
  return after === before || after <= capMinor;
}

/**
 * Checks that calls without a secret, which anybody can make, together reserve at most half of the room that others
 * leave; one may always be under way.
 */
export function mayReserve(
  { priceMinor, withSecret }: { priceMinor: number; withSecret: boolean },
  terms: BillTerms,
  usage: Usage,
  reserved: Reserved,
): boolean {
  if (!fitsUnderCap({ priceMinor, isReservation: true }, terms, usage, reserved)) return false;
  const capMinor = stoppingCap(terms);
  if (capMinor === null || withSecret) return true;
  const others = committedMinor(
    terms,
    usage,
    reserved.filter((group) => group.withSecret),
  );
  const open = committedMinor(terms, usage, [...reserved, one(priceMinor)]) - others;
  return (
    open <= Math.max(priceMinor, (capMinor - others) / 2) || open === committedMinor(terms, usage, reserved) - others
  );
}

function one(priceMinor: number): Reserved[number] {
  return { priceMinor, withSecret: false, checks: 1 };
}

/** Computes the most that the checks under way can add to what is spent. */
export function reservedMinor(terms: BillTerms, usage: Usage, reserved: Reserved): number {
  return committedMinor(terms, usage, reserved) - usage.spentMinor;
}

/**
 * The amount spent if every check under way ends *verified*. The checks that end first use up the included ones. Nobody knows
 * which end first, so this assumes the cheapest: the result is the highest possible amount.
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
