import { formatShortDay } from "#app/_ui/format-date.ts";
import type { Formats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { pricesOf } from "#app/(dashboard)/dashboard/billing/_lib/prices.ts";
import type { Estimate } from "#lib/billing/next-invoice.rules.ts";
import type { PlanReview } from "#lib/billing/plan-review.ts";

type Props = { review: PlanReview; formats: Formats };

/** Shows what is charged today, and the next invoice line by line. */
export function ChangeEstimate({ review, formats }: Props) {
  const { plan, change } = review;
  const prices = pricesOf(plan, formats).map(({ amount, what }) => `${what} costs ${amount}`);
  if (change === null)
    return (
      <div className="stack">
        <p className="head-text">Stripe takes the payment.</p>
        <p className="soft">
          Nothing is charged before you agree on Stripe’s page, which shows today’s amount and the amounts of later
          invoices.
        </p>
      </div>
    );
  const without = change.without && amountsOf(change.without, plan.currency, formats);
  const due = formatShortDay(change.issuedOn, "UTC", new Date());
  return (
    <div className="stack">
      <p className="head-text">Nothing is charged today.</p>
      <p className="soft">
        {change.includedLeft > 0
          ? `${checksText(change.includedLeft, formats)} included this month; after that, ${prices.join(" and ")}.`
          : `From the next call on, ${prices.join(" and ")}.`}
        {plan.includedChecks > 0 &&
          ` From next month on, ${checksText(plan.includedChecks, formats)} included each month.`}
        {plan.monthlyFeeMinor > 0 && " The monthly fee of this month is prorated."}
      </p>
      <div className="box">
        <table className="table">
          <caption className="cap">Invoice of {due}, estimate</caption>
          <tbody>
            {linesOf(review, change.with, formats).map(([label, amount]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="num nw">{amount}</td>
              </tr>
            ))}
            {change.taxBasisPoints > 0 && (
              <tr>
                <th scope="row">
                  {change.taxName} {formats.count(change.taxBasisPoints / 100)} %
                </th>
                <td className="num nw">{formats.money(change.with.totals.taxMinor, plan.currency)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total, about</th>
              <td className="num nw">{formats.money(change.with.totals.totalMinor, plan.currency)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {change.with.rest.checks === null && (
        <p className="meta">
          It is too early to forecast the rest of this month. Each further check
          {change.includedLeft > 0 && " that is not included"} adds its price.
        </p>
      )}
      {without && (
        <p className="meta">
          Without the change: about {without.net}
          {change.taxBasisPoints > 0 && ` + ${change.taxName} ${without.tax} = ${without.total}`}.
        </p>
      )}
    </div>
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

function amountsOf({ totals }: Estimate, currency: string, { money }: Formats) {
  return {
    net: money(totals.netMinor, currency),
    tax: money(totals.taxMinor, currency),
    total: money(totals.totalMinor, currency),
  };
}
