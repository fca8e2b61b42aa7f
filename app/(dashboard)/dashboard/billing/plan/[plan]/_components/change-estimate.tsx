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
      <div className="stack">
        <p className="head-text">Stripe takes the payment.</p>
        <p className="soft">
          Nothing is charged before you agree on Stripe’s page, which shows today’s amount and the amounts of later
          invoices.
        </p>
      </div>
    );
  const amount = (minor: number) => formats.money(minor, plan.currency);
  const due = shortDay(change.issuedOn);
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
                <td className="num nw">{amount(change.with.totals.taxMinor)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total, about</th>
              <td className="num nw">{amount(change.with.totals.totalMinor)}</td>
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
      {change.without && (
        <p className="meta">
          Without the change: about {amount(change.without.totals.netMinor)}
          {change.taxBasisPoints > 0 &&
            ` + ${change.taxName} ${amount(change.without.totals.taxMinor)} = ${amount(change.without.totals.totalMinor)}`}
          .
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
