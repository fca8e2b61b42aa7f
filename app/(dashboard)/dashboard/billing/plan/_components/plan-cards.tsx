import { Badge } from "#app/_ui/badge.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { classes } from "#app/_ui/classes.ts";
import { type Formats, readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { pricesOf } from "#app/(dashboard)/dashboard/billing/_lib/prices.ts";
import { isOwnPlan } from "#lib/billing/plan-cost.rules.ts";
import type { PlanCost, PlanCosts } from "#lib/billing/plan-review.ts";
import { STATES } from "#lib/billing/subscription.rules.ts";
import type { SubscriptionView } from "#lib/billing/subscription.ts";

type Props = { costs: PlanCosts; subscription: SubscriptionView | null };

/** Shows the offered plans side by side, each with what the checks of the last 30 days would have cost. */
export function PlanCards({ costs, subscription }: Props) {
  const isAgreed = subscription !== null && subscription.planId === null && subscription.status !== "canceled";
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4">
      {isAgreed && (
        <PlanCard
          name="Your terms"
          terms={subscription}
          cost={{ minor: costs.own?.costMinor ?? null, than: null }}
          isOwn
          isCheapest={false}
        />
      )}
      {costs.plans.map((cost) => (
        <OfferedPlanCard key={cost.plan.id} cost={cost} costs={costs} subscription={subscription} />
      ))}
    </ul>
  );
}

function OfferedPlanCard({ cost: { plan, costMinor }, costs, subscription }: Props & { cost: PlanCost }) {
  const isCurrent = subscription?.planId === plan.id && subscription.status !== "canceled";
  const isSame = subscription !== null && isOwnPlan(subscription, plan);
  const isOpen = subscription === null || STATES[subscription.status].planChoice;
  return (
    <PlanCard
      name={plan.name}
      terms={plan}
      cost={{ minor: costMinor, than: isCurrent ? null : (costs.own?.costMinor ?? null) }}
      isOwn={isSame}
      isCheapest={costs.cheapest === plan.id}
      review={!isSame && isOpen ? `/dashboard/billing/plan/${plan.id}` : undefined}
    />
  );
}

type Card = {
  name: string;
  terms: Pick<SubscriptionView, "currency" | "monthlyFeeMinor" | "priceSMinor" | "priceBMinor" | "includedChecks">;
  /** `than`: what the terms of now cost; `null`: there is nothing to compare with. */
  cost: { minor: number | null; than: number | null };
  isOwn: boolean;
  isCheapest: boolean;
  review?: string | undefined;
};

async function PlanCard({ name, terms, cost, isOwn, isCheapest, review }: Card) {
  const formats = await readerFormats();
  const { currency, monthlyFeeMinor, includedChecks } = terms;
  return (
    <li
      className={classes(
        "flex flex-col gap-2 rounded-l border p-5 *:nth-last-2:mb-2",
        isOwn ? "bg-sunk" : "bg-sheet",
        isCheapest && !isOwn ? "border-accent ring-1 ring-accent" : "border-line",
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-head">{name}</h3>
        <span className="ms-auto flex flex-wrap items-center gap-2">
          {isCheapest && <Badge variant="good">Cheapest for you</Badge>}
          {isOwn && <Badge>Your plan</Badge>}
        </span>
      </div>
      <p>
        <b className="text-figure tracking-[-0.02em] tabular-nums">{formats.shortMoney(monthlyFeeMinor, currency)}</b>{" "}
        <span className="text-soft">per month</span>
      </p>
      <ul className="text-soft">
        {(await pricesOf(terms)).map(({ amount, what }) => (
          <li key={what} className="text-balance">
            {amount} {what}
          </li>
        ))}
        {includedChecks > 0 && (
          <li className="text-balance">{formats.count(includedChecks)} checks per month included</li>
        )}
      </ul>
      {cost.minor !== null && (
        <p className="flex justify-between border-y border-line py-2">
          <span className="text-soft">Your last 30 days</span>
          <b>{formats.money(cost.minor, currency)}</b>
        </p>
      )}
      {cost.minor !== null && cost.than !== null && (
        <p className="text-meta text-soft">{comparison(cost.minor - cost.than, currency, formats)}</p>
      )}
      {review && (
        <ButtonLink className="mt-auto" variant={isCheapest ? "primary" : "outline"} href={review}>
          Review plan<span className="sr-only"> {name}</span>
        </ButtonLink>
      )}
    </li>
  );
}

function comparison(minor: number, currency: string, { money }: Formats): string {
  if (minor === 0) return "The same as now";
  return minor > 0 ? `${money(minor, currency)} more than now` : `${money(-minor, currency)} less than now`;
}
