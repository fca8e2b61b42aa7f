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
    <ul className="plans">
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
    <li className={classes("card plan", isOwn && "own", isCheapest && !isOwn && "best")}>
      <div className="row">
        <h3 className="name">{name}</h3>
        <span className="push row">
          {isCheapest && <Badge variant="good">Cheapest for you</Badge>}
          {isOwn && <Badge>Your plan</Badge>}
        </span>
      </div>
      <p>
        <b className="fig">{formats.shortMoney(monthlyFeeMinor, currency)}</b> <span className="soft">per month</span>
      </p>
      <ul className="soft prices">
        {(await pricesOf(terms)).map(({ amount, what }) => (
          <li key={what}>
            {amount} {what}
          </li>
        ))}
        {includedChecks > 0 && <li>{formats.count(includedChecks)} checks per month included</li>}
      </ul>
      {cost.minor !== null && (
        <p className="work">
          <span className="soft">Your last 30 days</span>
          <b>{formats.money(cost.minor, currency)}</b>
        </p>
      )}
      {cost.minor !== null && cost.than !== null && (
        <p className="meta">{comparison(cost.minor - cost.than, currency, formats)}</p>
      )}
      {review && (
        <ButtonLink variant={isCheapest ? "primary" : "outline"} href={review}>
          Review plan<span className="sr"> {name}</span>
        </ButtonLink>
      )}
    </li>
  );
}

function comparison(minor: number, currency: string, { money }: Formats): string {
  if (minor === 0) return "The same as now";
  return minor > 0 ? `${money(minor, currency)} more than now` : `${money(-minor, currency)} less than now`;
}
