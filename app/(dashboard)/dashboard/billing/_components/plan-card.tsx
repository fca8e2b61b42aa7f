import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { Section } from "#app/_ui/section.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { count, money } from "#lib/billing/money.rules.ts";
import type { OfferedPlan } from "#lib/billing/plans.ts";
import { STATES } from "#lib/billing/subscription.rules.ts";
import type { SubscriptionView } from "#lib/billing/subscription.ts";
import { cancelSubscriptionAction, choosePlanAction, manageAtStripe, subscribeAtStripe } from "../actions.ts";

const VARIANTS = { trialing: "good", active: "good", past_due: "busy", paused: "bad", canceled: "bad" } as const;

type Plan = {
  organization: string;
  subscription: SubscriptionView | null;
  plans: readonly OfferedPlan[];
  paysAtStripe: boolean;
  disabledReason: string | null;
};

/** The plan of the organization, and the plans that it may change to. */
export function PlanCard({ organization, subscription, plans, paysAtStripe, disabledReason }: Plan) {
  const isOpen = subscription === null || STATES[subscription.status].planChoice;
  const others = plans.filter(({ id }) => id !== subscription?.planId || subscription.status === "canceled");
  return (
    <Section
      heading="Plan"
      action={
        subscription && <Badge variant={VARIANTS[subscription.status]}>{STATES[subscription.status].words}</Badge>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        {subscription ? (
          <div className="grid gap-1">
            <p className="font-semibold">{subscription.planName ?? "Terms agreed with the operator"}</p>
            <PriceList {...subscription} />
          </div>
        ) : (
          <Empty heading="No plan yet">
            Live keys need one. {plans.length > 0 ? "Choose one below." : "Ask the operator of this service."} Test
            checks cost nothing and need none.
          </Empty>
        )}
        {isOpen && others.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {others.map((plan) => (
              <li key={plan.id} className="grid items-center gap-4 py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
                <div className="grid gap-1">
                  <h3 className="font-semibold">{plan.name}</h3>
                  <PriceList {...plan} />
                </div>
                <ActionForm
                  action={paysAtStripe ? subscribeAtStripe : choosePlanAction}
                  organization={organization}
                  hidden={{ plan: plan.id }}
                  button={paysAtStripe ? `Subscribe to ${plan.name}` : `Choose ${plan.name}`}
                  disabledReason={disabledReason}
                />
              </li>
            ))}
          </ul>
        )}
        {isOpen && others.some(({ monthlyFeeMinor }) => monthlyFeeMinor > 0) && (
          <p className="text-sm text-soft">
            Fees and included checks are counted by the day. If you change to a cheaper plan, you pay less from the next
            month on.
          </p>
        )}
        {paysAtStripe && subscription?.isAtStripe !== false ? (
          <Disclosure summary="Payment method, or end the subscription">
            <div className="mt-3 grid gap-4">
              <p className="max-w-prose text-soft">
                Stripe keeps the payment method. Its page changes it, shows what was paid, and ends the subscription.
              </p>
              <ActionForm
                action={manageAtStripe}
                organization={organization}
                button="Go to Stripe"
                disabledReason={disabledReason}
              />
            </div>
          </Disclosure>
        ) : (
          subscription !== null &&
          subscription.status !== "canceled" && (
            <Disclosure summary="End the subscription">
              <div className="mt-3 grid gap-4">
                <p className="max-w-prose text-soft">
                  Calls with live keys are refused from the next one on. The month is invoiced as far as it went. You
                  can choose a plan again at any time.
                </p>
                <ActionForm
                  action={cancelSubscriptionAction}
                  organization={organization}
                  button="End the subscription"
                  variant="destructive"
                  disabledReason={disabledReason}
                />
              </div>
            </Disclosure>
          )
        )}
      </div>
    </Section>
  );
}

type Prices = {
  currency: string;
  monthlyFeeMinor: number;
  priceSMinor: number;
  priceBMinor: number;
  includedChecks: number;
};

/** The prices of a plan in one line. */
function PriceList({ currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks }: Prices) {
  const parts = [
    monthlyFeeMinor === 0 ? "No monthly fee" : `${money(monthlyFeeMinor, currency)} a month`,
    ...(includedChecks > 0 ? [`${count(includedChecks)} checks of each month included`] : []),
    `${money(priceSMinor, currency)} a confirmed check with ${eidName("s")}`,
    `${money(priceBMinor, currency)} a started check with ${eidName("b")}`,
  ];
  return <p className="text-soft">{parts.join(" · ")}</p>;
}
