import type { ProviderId } from "#lib/core/provider.rules.ts";
import { daysIn, type Period, startOf } from "./period.rules.ts";
import type { Basis } from "./spend.rules.ts";
import { STATES, type SubscriptionStatus } from "./subscription.rules.ts";

const DAY_MS = 86_400_000;

/** The terms of a subscription from `startsAt` until the next term starts. */
export type Term = {
  startsAt: Date;
  status: SubscriptionStatus;
  planName: string | null;
  monthlyFeeMinor: number;
};

/** A sum of like rows of the ledger. `isReversal`: they take checks back. `isLate`: Stripe should have collected them in an earlier month. */
export type InvoiceGroup = {
  provider: ProviderId;
  basis: Basis | null;
  unitMinor: number;
  quantity: number;
  amountMinor: number;
  isReversal: boolean;
  isLate?: boolean;
  /** The tax rate of the earlier invoice that these rows stood on, if it differs from the document's own rate. */
  taxBasisPoints?: number | null;
};

/** Amounts are in minor units of the invoice's currency. Amounts that are taken back are negative. */
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

/** The lines of a month in a fixed order: the same ledger and the same terms always give the same lines. */
export function linesOf(period: Period, terms: readonly Term[], groups: readonly InvoiceGroup[]): Line[] {
  return [...feesOf(period, terms), ...groups.map(lineOf).toSorted(inOrder)];
}

/**
 * The monthly fee by days. Each UTC day on which a term with a fee was active costs its share of the dearest fee of the month so
 * far: an organization that takes a dear plan and leaves it again has used what that plan includes. Shares are rounded together,
 * so that a whole month of one fee costs exactly that fee.
 */
export function feesOf(period: Period, terms: readonly Term[]): Line[] {
  const daysOfMonth = daysIn(period);
  const shares: { plan: string | null; feeMinor: number; days: number }[] = [];
  let dearest: Term | null = null;
  for (let day = 0; day < daysOfMonth; day += 1) {
    const start = +startOf(period) + day * DAY_MS;
    const active = termsBetween(terms, start, start + DAY_MS).filter(({ status }) => STATES[status].fee);
    for (const term of active) if (term.monthlyFeeMinor > (dearest?.monthlyFeeMinor ?? 0)) dearest = term;
    if (active.length === 0 || dearest === null) continue;
    const { planName: plan, monthlyFeeMinor: feeMinor } = dearest;
    // Only a dearer fee replaces the dearest one, so each amount belongs to one plan.
    const share = shares.find((one) => one.feeMinor === feeMinor);
    if (share) share.days += 1;
    else shares.push({ plan, feeMinor, days: 1 });
  }
  let [due, charged] = [0, 0];
  return shares.map(({ plan, feeMinor, days }) => {
    due += feeMinor * days;
    const amountMinor = Math.round(due / daysOfMonth) - charged;
    charged += amountMinor;
    return { kind: "fee", plan, feeMinor, days, daysOfMonth, amountMinor };
  });
}

/**
 * How many checks a month includes by its known terms, if the last one stays. Each UTC day on which a term that allows live
 * checks was active adds its share of the highest number that such a term has included in the month so far. Rounded once, half up.
 */
export function includedOf(period: Period, terms: readonly (Term & { includedChecks: number })[]): number {
  const daysOfMonth = daysIn(period);
  let [highest, sum] = [0, 0];
  for (let day = 0; day < daysOfMonth; day += 1) {
    const start = +startOf(period) + day * DAY_MS;
    const active = termsBetween(terms, start, start + DAY_MS).filter(
      ({ status }) => STATES[status].liveChecks !== "no",
    );
    highest = Math.max(highest, ...active.map(({ includedChecks }) => includedChecks));
    if (active.length > 0) sum += highest;
  }
  return Math.round(sum / daysOfMonth);
}

/** The term that was active at `start`, and those that started before `end`. */
function termsBetween<One extends Term>(terms: readonly One[], start: number, end: number): One[] {
  const before = terms.findLast(({ startsAt }) => +startsAt <= start);
  const begun = terms.filter(({ startsAt }) => +startsAt > start && +startsAt < end);
  return before ? [before, ...begun] : begun;
}

/** The credit note's lines for the fees and late checks of an invoice. No reversal in the ledger stands for these. */
export function takenBack(lines: readonly Line[]): Line[] {
  return lines.flatMap((line): Line[] => {
    if (line.kind === "fee") return [{ ...line, amountMinor: -line.amountMinor }];
    return line.kind === "late" ? [{ ...line, unitMinor: -line.unitMinor, amountMinor: -line.amountMinor }] : [];
  });
}

/** The lines as an invoice stores them: JSON with the names in a fixed order. */
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

/** The tax per rate, the document's own rate first. It is rounded once per rate, on the sum of its lines; half a minor unit rounds away from zero. */
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

/** Checks come before reversals; then by provider, by falling price, and by basis. */
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
