import { Box } from "#app/_ui/box.tsx";
import { type Formats, readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { pricesOf } from "#app/(dashboard)/dashboard/billing/_lib/prices.ts";
import { shortDay } from "#app/(dashboard)/dashboard/billing/_lib/short-dates.ts";
import type { Estimate } from "#lib/billing/next-invoice.rules.ts";
import type { PlanReview } from "#lib/billing/plan-review.ts";

/** Shows what is charged today, and the next invoice line by line. */
export async function ChangeEstimate({ review }: { review: PlanReview }) {
  const formats = await readerFormats();
  const { plan, change } = review;
  const prices = (await pricesOf(plan)).map(({ amount, what }) => `${amount} ${what}`);
  if (change === null)
    return (
      <div className="grid content-start gap-4 *:min-w-0">
        <p className="text-head">Stripe takes the payment.</p>
        <p className="text-soft">
          Nothing is charged before you agree on Stripe’s page, which shows today’s amount and the amounts of later
          invoices.
        </p>
      </div>
    );
  const amount = (minor: number) => formats.money(minor, plan.currency);
  const due = shortDay(change.issuedOn);
  return (
    <div className="grid content-start gap-4 *:min-w-0">
      <p className="text-head">Nothing is charged today.</p>
      <p className="text-soft">
        {change.includedLeft > 0
          ? `${checksText(change.includedLeft, formats)} included this month; after that, ${prices.join(" and ")}.`
          : `From the next call on, ${prices.join(" and ")}.`}
        {plan.includedChecks > 0 &&
          ` From next month on, ${checksText(plan.includedChecks, formats)} included each month.`}
        {plan.monthlyFeeMinor > 0 && " The monthly fee of this month is prorated."}
      </p>
      <Box>
        <table className="w-full">
          <caption className="border-b border-line px-4 pt-3 pb-2 text-start text-head">
            Invoice of {due}, estimate
          </caption>
          <tbody className="*:border-b *:border-line *:hover:bg-hover">
            {linesOf(review, change.with, formats).map(([label, amount]) => (
              <Line key={label} label={label} amount={amount} />
            ))}
            {change.taxBasisPoints > 0 && (
              <Line
                label={`${change.taxName} ${formats.count(change.taxBasisPoints / 100)} %`}
                amount={amount(change.with.totals.taxMinor)}
              />
            )}
          </tbody>
          <tfoot className="font-semibold">
            <Line label="Total, about" amount={amount(change.with.totals.totalMinor)} />
          </tfoot>
        </table>
      </Box>
      {change.with.rest.checks === null && (
        <p className="text-meta text-soft">
          It is too early to forecast the rest of this month. Each further check
          {change.includedLeft > 0 && " that is not included"} adds its price.
        </p>
      )}
      {change.without && (
        <p className="text-meta text-soft">
          Without the change: about {amount(change.without.totals.netMinor)}
          {change.taxBasisPoints > 0 &&
            ` + ${change.taxName} ${amount(change.without.totals.taxMinor)} = ${amount(change.without.totals.totalMinor)}`}
          .
        </p>
      )}
    </div>
  );
}

function Line({ label, amount }: { label: string; amount: string }) {
  return (
    <tr className="h-row">
      <th scope="row" className="py-1 ps-4 pe-3 [font-weight:inherit]">
        {label}
      </th>
      <td className="py-1 ps-3 pe-4 text-end whitespace-nowrap">{amount}</td>
    </tr>
  );
}

function checksText(checks: number, { count }: Formats): string {
  return `${count(checks)} ${checks === 1 ? "check is" : "checks are"}`;
}

type InvoiceLine = [label: string, amount: string];

function linesOf({ plan }: PlanReview, estimate: Estimate, { money, count }: Formats): InvoiceLine[] {
  const { soFarChecks, soFarMinor, rest, fees } = estimate;
  const amount = (minor: number) => money(minor, plan.currency);
  const lines: InvoiceLine[] = [
    [`${count(soFarChecks)} ${soFarChecks === 1 ? "check" : "checks"} so far`, amount(soFarMinor)],
  ];
  if (rest.checks !== null)
    lines.push([`About ${count(rest.checks)} checks until the end of the month`, amount(rest.amountMinor)]);
  for (const { plan: name, feeMinor, days, daysOfMonth, amountMinor } of fees)
    lines.push([
      `${name ?? "Monthly fee"}, ${days} of ${daysOfMonth} days of ${amount(feeMinor)}`,
      amount(amountMinor),
    ]);
  if (fees.length === 0) lines.push(["No monthly fee", amount(0)]);
  return lines;
}
