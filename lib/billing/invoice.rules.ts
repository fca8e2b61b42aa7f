import type { ProviderId } from "#lib/core/provider.rules.ts";
import { daysIn, type Period, startOf } from "./period.rules.ts";
import type { Basis } from "./spend.rules.ts";
import { STATES, type SubscriptionStatus } from "./subscription.rules.ts";

const DAY_MS = 86_400_000;

/** What a subscription was from a moment on, until the next of these. */
export type Term = {
  startsAt: Date;
  status: SubscriptionStatus;
  planName: string | null;
  monthlyFeeMinor: number;
};

/** Rows of the ledger that are alike, summed. `isReversal`: they take earlier ones back. `isLate`: Stripe was to collect them earlier. */
export type InvoiceGroup = {
  provider: ProviderId;
  basis: Basis | null;
  unitMinor: number;
  quantity: number;
  amountMinor: number;
  isReversal: boolean;
  isLate?: boolean;
  /** Of what stood on an earlier invoice with another rate of tax: that one; otherwise the document's own holds. */
  taxBasisPoints?: number | null;
};

/** Amounts in minor units of the invoice's currency; what is taken back is negative. */
export type Line = FeeLine | CheckLine;

type FeeLine = {
  kind: "fee";
  plan: string | null;
  feeMinor: number;
  days: number;
  daysOfMonth: number;
  amountMinor: number;
  taxBasisPoints?: never;
};

type CheckLine = {
  kind: "checks" | "late" | "reversals";
  provider: ProviderId;
  basis: Basis | null;
  quantity: number;
  unitMinor: number;
  amountMinor: number;
  taxBasisPoints?: number;
};

/** The lines of a month, in one order. The same ledger and the same terms give the same lines. */
export function linesOf(period: Period, terms: readonly Term[], groups: readonly InvoiceGroup[]): Line[] {
  return [...feesOf(period, terms), ...groups.map(lineOf).toSorted(inOrder)];
}

/**
 * Each UTC day on which a fee held at all costs its share of the dearest that held in the month so far: whoever takes a dear
 * plan and leaves it again has had what it includes. Shares are rounded together, so that a month of one fee is that fee.
 */
export function feesOf(period: Period, terms: readonly Term[]): Line[] {
  const daysOfMonth = daysIn(period);
  const shares: { plan: string | null; feeMinor: number; days: number }[] = [];
  let dearest: Term | null = null;
  for (let day = 0; day < daysOfMonth; day += 1) {
    const start = +startOf(period) + day * DAY_MS;
    const held = heldWithin(terms, start, start + DAY_MS).filter(({ status }) => STATES[status].fee);
    for (const term of held) if (term.monthlyFeeMinor > (dearest?.monthlyFeeMinor ?? 0)) dearest = term;
    if (held.length === 0 || dearest === null) continue;
    const { planName: plan, monthlyFeeMinor: feeMinor } = dearest;
    // The dearest only ever gives way to a dearer one, so a fee is of one plan.
    const same = shares.find((share) => share.feeMinor === feeMinor);
    if (same) same.days += 1;
    else shares.push({ plan, feeMinor, days: 1 });
  }
  let [owed, charged] = [0, 0];
  return shares.map(({ plan, feeMinor, days }) => {
    owed += feeMinor * days;
    const amountMinor = Math.round(owed / daysOfMonth) - charged;
    charged += amountMinor;
    return { kind: "fee", plan, feeMinor, days, daysOfMonth, amountMinor };
  });
}

/**
 * How many checks a month includes by the terms that are known of it, as if the last held on: each UTC day on which one that
 * allows live checks held at all adds its share of the most that one included in the month so far. Rounded once, half up.
 */
export function includedOf(period: Period, terms: readonly (Term & { includedChecks: number })[]): number {
  const daysOfMonth = daysIn(period);
  let [most, sum] = [0, 0];
  for (let day = 0; day < daysOfMonth; day += 1) {
    const start = +startOf(period) + day * DAY_MS;
    const held = heldWithin(terms, start, start + DAY_MS).filter(({ status }) => STATES[status].liveChecks !== "no");
    most = Math.max(most, ...held.map(({ includedChecks }) => includedChecks));
    if (held.length > 0) sum += most;
  }
  return Math.round(sum / daysOfMonth);
}

/** The one that held when a span began, and those that began in it. */
function heldWithin<One extends Term>(terms: readonly One[], start: number, end: number): One[] {
  const before = terms.findLast(({ startsAt }) => +startsAt <= start);
  const begun = terms.filter(({ startsAt }) => +startsAt > start && +startsAt < end);
  return before ? [before, ...begun] : begun;
}

/** What a credit note says of the fees, and of late checks, of the invoice that it takes back: no row of its own does. */
export function takenBack(lines: readonly Line[]): Line[] {
  return lines.flatMap((line): Line[] => {
    if (line.kind === "fee") return [{ ...line, amountMinor: -line.amountMinor }];
    return line.kind === "late" ? [{ ...line, unitMinor: -line.unitMinor, amountMinor: -line.amountMinor }] : [];
  });
}

/** As it is stored: JSON, with the names in one order. */
export function textOfLines(lines: readonly Line[]): string {
  return JSON.stringify(
    lines.map((line) => {
      if (line.kind === "fee") {
        const { kind, plan, feeMinor, days, daysOfMonth, amountMinor } = line;
        return { kind, plan, feeMinor, days, daysOfMonth, amountMinor };
      }
      const { kind, provider, basis, quantity, unitMinor, amountMinor, taxBasisPoints } = line;
      return { kind, provider, basis, quantity, unitMinor, amountMinor, taxBasisPoints };
    }),
  );
}

export type Totals = { netMinor: number; taxMinor: number; totalMinor: number };

export type Tax = { basisPoints: number; netMinor: number; taxMinor: number };

/** What each rate comes to, the document's own first. Tax is reckoned once a rate, on its sum; half a minor unit goes away from zero. */
export function taxesOf(lines: readonly Line[], own: number): Tax[] {
  const sums = new Map<number, number>();
  for (const { taxBasisPoints: rate = own, amountMinor } of lines) sums.set(rate, (sums.get(rate) ?? 0) + amountMinor);
  const others = [...sums.keys()].filter((rate) => rate !== own).toSorted((a, b) => a - b);
  const rates = sums.has(own) || others.length === 0 ? [own, ...others] : others;
  return rates.map((basisPoints) => {
    const netMinor = sums.get(basisPoints) ?? 0;
    return { basisPoints, netMinor, taxMinor: taxOf(netMinor, basisPoints) };
  });
}

export function totalsOf(lines: readonly Line[], own: number): Totals {
  const taxes = taxesOf(lines, own);
  const netMinor = taxes.reduce((sum, one) => sum + one.netMinor, 0);
  const taxMinor = taxes.reduce((sum, one) => sum + one.taxMinor, 0);
  return { netMinor, taxMinor, totalMinor: netMinor + taxMinor };
}

function taxOf(netMinor: number, basisPoints: number): number {
  return Math.sign(netMinor) * Math.round((Math.abs(netMinor) * basisPoints) / 10_000) || 0;
}

function lineOf({ isReversal, isLate, taxBasisPoints, ...group }: InvoiceGroup): CheckLine {
  const { provider, basis, quantity, unitMinor, amountMinor } = group;
  const kind = isReversal ? "reversals" : isLate ? "late" : "checks";
  const line = { kind, provider, basis, quantity, unitMinor, amountMinor } as const;
  return taxBasisPoints == null ? line : { ...line, taxBasisPoints };
}

/** Checks before what takes some back; then by provider, dear before cheap, and by why. */
function inOrder(a: CheckLine, b: CheckLine): number {
  const byWord = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return (
    byWord(a.kind, b.kind) ||
    byWord(a.provider, b.provider) ||
    b.unitMinor - a.unitMinor ||
    byWord(a.basis ?? "", b.basis ?? "") ||
    (a.taxBasisPoints ?? -1) - (b.taxBasisPoints ?? -1)
  );
}
