import type { Period } from "#lib/base/time.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { type FeeLine, feesOf, type Term } from "./proration.rules.ts";
import type { Basis } from "./spend.rules.ts";

/** Amounts are in minor units of the invoice's currency. Amounts that are taken back are negative. */
export type Line = FeeLine | CheckLine;

type CheckLine = {
  /** `late`: Stripe should have collected them in an earlier month. `reversals`: they take checks back. */
  kind: "checks" | "late" | "reversals";
  provider: ProviderId;
  /** The name of the eID when the document was issued; absent on documents of an older version. */
  eid?: string;
  basis: Basis | null;
  quantity: number;
  unitMinor: number;
  amountMinor: number;
  /** The tax rate of the earlier invoice that these rows stood on, if it differs from the document's own rate. */
  taxBasisPoints?: number;
};

/** Sums like rows of the ledger. */
export type InvoiceGroup = Omit<CheckLine, "eid" | "taxBasisPoints"> & { taxBasisPoints?: number | null };

/** Makes the lines of a month in a fixed order: the same ledger and the same terms always give the same lines. */
export function linesOf(period: Period, terms: readonly Term[], groups: readonly InvoiceGroup[]): Line[] {
  return [...feesOf(period, terms), ...groups.map(lineOf).toSorted(inOrder)];
}

/** Makes the credit note's lines for fees and late checks of an invoice. No reversal in the ledger stands for these. */
export function takenBack(lines: readonly Line[]): Line[] {
  return lines.flatMap((line): Line[] => {
    if (line.kind === "fee") return [{ ...line, amountMinor: -line.amountMinor }];
    return line.kind === "late" ? [{ ...line, unitMinor: -line.unitMinor, amountMinor: -line.amountMinor }] : [];
  });
}

/** Writes the lines as an invoice stores them: JSON with the names in a fixed order. */
export function textOfLines(lines: readonly Line[]): string {
  return JSON.stringify(
    lines.map((line) => {
      if (line.kind === "fee") {
        const { kind, plan, feeMinor, days, daysOfMonth, amountMinor } = line;
        return { kind, plan, feeMinor, days, daysOfMonth, amountMinor };
      }
      const { kind, provider, eid, basis, quantity, unitMinor, amountMinor, taxBasisPoints } = line;
      return { kind, provider, eid, basis, quantity, unitMinor, amountMinor, taxBasisPoints };
    }),
  );
}

/** Adds the names of their eIDs to lines; a name that is there stays. */
export function withEids(lines: readonly Line[], names: Partial<Record<ProviderId, string>>): Line[] {
  return lines.map((line) => {
    const eid = line.kind === "fee" ? undefined : (line.eid ?? names[line.provider]);
    return line.kind === "fee" || eid === undefined ? line : { ...line, eid };
  });
}

export function eidsOn(lines: readonly Line[]): Partial<Record<ProviderId, string>> {
  return Object.fromEntries(
    lines.flatMap((line) => (line.kind === "fee" || !line.eid ? [] : [[line.provider, line.eid] as const])),
  );
}

export type Totals = { netMinor: number; taxMinor: number; totalMinor: number };

export type Tax = { basisPoints: number; netMinor: number; taxMinor: number };

type Taxed = Pick<CheckLine, "amountMinor" | "taxBasisPoints">;

/** Computes the tax per rate, the document's own rate first. It is rounded once per rate, on the sum of its lines; half a minor unit rounds away from zero. */
export function taxesOf(lines: readonly Taxed[], own: number): Tax[] {
  const sums = new Map<number, number>();
  for (const { taxBasisPoints: rate = own, amountMinor } of lines) sums.set(rate, (sums.get(rate) ?? 0) + amountMinor);
  const others = [...sums.keys()].filter((rate) => rate !== own).toSorted((a, b) => a - b);
  const rates = sums.has(own) || others.length === 0 ? [own, ...others] : others;
  return rates.map((basisPoints) => {
    const netMinor = sums.get(basisPoints) ?? 0;
    return { basisPoints, netMinor, taxMinor: taxOf(netMinor, basisPoints) };
  });
}

export function totalsOf(lines: readonly Taxed[], own: number): Totals {
  const taxes = taxesOf(lines, own);
  const netMinor = taxes.reduce((sum, one) => sum + one.netMinor, 0);
  const taxMinor = taxes.reduce((sum, one) => sum + one.taxMinor, 0);
  return { netMinor, taxMinor, totalMinor: netMinor + taxMinor };
}

function taxOf(netMinor: number, basisPoints: number): number {
  return Math.sign(netMinor) * Math.round((Math.abs(netMinor) * basisPoints) / 10_000) || 0;
}

function lineOf({ kind, provider, basis, quantity, unitMinor, amountMinor, taxBasisPoints }: InvoiceGroup): CheckLine {
  const line = { kind, provider, basis, quantity, unitMinor, amountMinor };
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
