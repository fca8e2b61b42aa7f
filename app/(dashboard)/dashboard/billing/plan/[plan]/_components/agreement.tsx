import { Card } from "#app/_ui/box.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { type Formats, readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { pricesOf } from "#app/(dashboard)/dashboard/billing/_lib/prices.ts";
import { choosePlanAction, subscribeAtStripe } from "#app/(dashboard)/dashboard/billing/actions.ts";
import { monthlyCostOf } from "#lib/billing/plan-cost.rules.ts";
import type { PlanReview } from "#lib/billing/plan-review.ts";
import { newCapOf } from "#lib/billing/spend.rules.ts";

/** Shows the terms of the plan, which hold from the next call on, and the button. */
export async function Agreement({ review }: { review: PlanReview }) {
  const formats = await readerFormats();
  const { plan, before, change, agreement } = review;
  const isAtStripe = change === null;
  const newCapMinor = newCapOf(plan);
  return (
    <Card as="aside" className="grid content-start gap-4 *:min-w-0">
      <h2>{before ? "Your new plan" : "Your plan"}</h2>
      <dl className="grid grid-cols-1 gap-2">
        {factsOf(review, await pricesOf(review.plan), formats).map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-balance text-soft">{label}</dt>
            <dd className="max-w-48 flex-none text-end">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-meta text-soft">
        {before === null &&
          newCapMinor !== null &&
          `Live checks stop at ${formats.money(newCapMinor, plan.currency)} per month until you choose another cap, or none. `}
        {before?.spendCapMinor != null &&
          `Your cap of ${formats.money(before.spendCapMinor, before.currency)} stays${expectedText(review, formats)}. `}
        You can change the plan again at any time; a lower fee starts with the next month.
      </p>
      <MemberForm
        permission="change billing"
        action={isAtStripe ? subscribeAtStripe : choosePlanAction}
        hidden={{ plan: plan.id, agreement }}
        button={buttonOf(review)}
        variant="primary"
        className="**:[button]:w-full"
      />
      <ButtonLink className="w-full" href="/dashboard/billing/plan">
        {before ? "Cancel" : "Back to the plans"}
      </ButtonLink>
      <p className="text-meta text-soft">Everyone who can see billing gets a confirmation by e-mail.</p>
    </Card>
  );
}

/** Says what the checks of this month then come to, where that can be expected. */
function expectedText({ plan, change }: PlanReview, { roundMoney }: Formats): string {
  if (change === null || change.with.rest.checks === null) return "";
  const { soFarMinor, rest } = change.with;
  return `; this month’s checks then come to about ${roundMoney(soFarMinor + rest.amountMinor, plan.currency)}`;
}

function buttonOf({ plan, before, change }: PlanReview): string {
  if (change === null) return "Go to Stripe’s payment page";
  return before ? `Change to ${plan.name}` : `Choose ${plan.name}`;
}

type Fact = [label: string, value: string];

type Prices = Awaited<ReturnType<typeof pricesOf>>;

function factsOf({ plan, before, counts, cheaperFrom }: PlanReview, prices: Prices, formats: Formats): Fact[] {
  const amount = (minor: number) => formats.money(minor, plan.currency);
  const checks = counts.s + counts.b;
  const isComparable = before !== null && before.currency === plan.currency && before.status !== "canceled";
  const now = isComparable ? `, now ${amount(monthlyCostOf(before, counts))}` : "";
  return [
    ["Fee", plan.monthlyFeeMinor > 0 ? `${amount(plan.monthlyFeeMinor)} per month` : "None"],
    ...prices.map(({ amount: price, what }): Fact => [what.charAt(0).toUpperCase() + what.slice(1), price]),
    ...(plan.includedChecks > 0
      ? [["Included", `${formats.count(plan.includedChecks)} checks per month`] as Fact]
      : []),
    ...(checks > 0
      ? [
          [
            `Last 30 days, ${formats.count(checks)} ${checks === 1 ? "check" : "checks"}`,
            `${amount(monthlyCostOf(plan, counts))}${now}`,
          ] as Fact,
        ]
      : []),
    ...(cheaperFrom === null ? [] : [["Cheaper from", `${formats.count(cheaperFrom)} checks per month`] as Fact]),
  ];
}
