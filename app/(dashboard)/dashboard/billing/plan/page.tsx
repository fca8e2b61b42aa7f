import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { type Formats, readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { readAlerts } from "#lib/billing/alerts.ts";
import { type PlanCosts, readPlanCosts } from "#lib/billing/plan-review.ts";
import { readReservation } from "#lib/billing/spend-cap.ts";
import { followCheckout } from "#lib/billing/stripe/checkout.ts";
import { STATES } from "#lib/billing/subscription.rules.ts";
import { readSubscription, type SubscriptionView } from "#lib/billing/subscription.ts";
import { readUsage } from "#lib/billing/usage.ts";
import { config } from "#lib/runtime/config.ts";
import { BillingPage } from "../_components/billing-page.tsx";
import { BillingNotices } from "../_components/notices.tsx";
import { cancelSubscriptionAction, manageAtStripe } from "../actions.ts";
import { CapForm } from "./_components/cap-form.tsx";
import { PlanCards } from "./_components/plan-cards.tsx";

export const metadata: Metadata = { title: "Billing: plan and cap" };

const HERE = "/dashboard/billing/plan";

type Props = { searchParams: Promise<{ checkout?: string | string[]; done?: string | string[] }> };

export default async function PlanAndCap({ searchParams }: Props) {
  const { checkout, done } = await searchParams;
  return (
    <BillingPage tab="Plan and cap">
      {(membership) => <Plan currentMembership={membership} done={checkout === "done" ? "paid" : done} />}
    </BillingPage>
  );
}

type Plan = { currentMembership: CurrentMembership; done: string | string[] | undefined };

async function Plan({ currentMembership: { user, organization }, done }: Plan) {
  const { id, role, timeZone } = organization;
  if (done === "paid") await loadOrFail("payment", () => followCheckout(user, id));
  const [usage, reservation, read, costs, alerts, formats] = await Promise.all([
    loadOrFail("usage", () => readUsage(user, id)),
    loadOrFail("reservation", () => readReservation(user, id)),
    loadOrFail("subscription", () => readSubscription(user, id)),
    loadOrFail("plans", () => readPlanCosts(user, id)),
    loadOrFail("alerts", () => readAlerts(user, id)),
    readerFormats(),
  ]);
  if (!read?.ok || !costs?.ok) return <LoadError what="The plan" here={HERE} />;
  const { subscription } = read;
  const disabledReason = disabledReasonFor(role, "change billing");
  return (
    <>
      <Done done={done} subscription={subscription} />
      <BillingNotices
        alerts={alerts?.ok ? alerts : undefined}
        subscription={subscription}
        timeZone={timeZone}
        here={HERE}
      />
      {!(usage?.ok && reservation?.ok) && <LoadError what="How much of the cap is used" here={HERE} />}
      <Plans costs={costs} subscription={subscription} formats={formats} />
      {subscription && (
        <CapForm
          organization={id}
          subscription={subscription}
          usage={usage?.ok ? usage : null}
          reservedMinor={reservation?.ok ? reservation.reservedMinor : 0}
          sent={alerts?.ok ? alerts.sent : []}
          disabledReason={disabledReason}
          formats={formats}
        />
      )}
      <Ending organization={id} subscription={subscription} disabledReason={disabledReason} />
    </>
  );
}

/** Shows what was done: the form that was sent is on another page, or is gone. */
function Done({ done, subscription }: { done: Plan["done"]; subscription: SubscriptionView | null }) {
  const planName = subscription?.planName ?? null;
  const isPaid = done === "paid" && subscription?.isAtStripe === true;
  if ((done === "chosen" || isPaid) && planName !== null)
    return (
      <Notice
        variant="good"
        heading={`You are now on ${planName}. Its prices apply from the next call.`}
        live="status"
      />
    );
  if (done === "ended")
    return <Notice variant="good" heading="The subscription has ended. Live checks have stopped." live="status" />;
  if (done !== "paid") return null;
  return (
    <Notice variant="good" heading="Thank you" live="status">
      <p>Stripe confirms the payment in a moment. Reload the page to see your plan.</p>
    </Notice>
  );
}

type Plans = { costs: PlanCosts; subscription: SubscriptionView | null; formats: Formats };

function Plans({ costs, subscription, formats }: Plans) {
  const checks = costs.counts.s + costs.counts.b;
  const isWaiting = subscription !== null && !STATES[subscription.status].planChoice;
  return (
    <section className="set wide">
      <header>
        <div className="row">
          <h2>Plan</h2>
          {subscription && subscription.status !== "active" && (
            <Badge variant={isWaiting ? "bad" : "plain"}>{STATES[subscription.status].words}</Badge>
          )}
        </div>
        <p>
          {checks > 0
            ? `${formats.count(checks)} ${checks === 1 ? "check was" : "checks were"} billed in the last 30 days. This is what they would have cost.`
            : "No check was billed in the last 30 days. Test checks are free on every plan."}
        </p>
      </header>
      {costs.plans.length === 0 && subscription === null ? (
        <Empty heading="No plan is offered">Live keys need one. Ask the operator of this service.</Empty>
      ) : (
        <PlanCards costs={costs} subscription={subscription} formats={formats} />
      )}
    </section>
  );
}

type Ending = { organization: string; subscription: SubscriptionView | null; disabledReason: string | null };

function Ending({ organization, subscription, disabledReason }: Ending) {
  if (config().stripe !== null && subscription?.isAtStripe !== false)
    return (
      <SettingsSection
        heading="Payment method"
        lead="Stripe keeps it. Its page also shows what was paid, and ends the subscription."
      >
        <ActionForm
          action={manageAtStripe}
          organization={organization}
          button="Open Stripe’s page"
          disabledReason={disabledReason}
        />
      </SettingsSection>
    );
  if (subscription === null || subscription.status === "canceled") return null;
  return (
    <SettingsSection
      heading="End subscription"
      lead="Live checks stop with the next call. This month is invoiced up to now. You can choose a plan again at any time."
    >
      <Disclosure summary="End the subscription">
        <ActionForm
          action={cancelSubscriptionAction}
          organization={organization}
          button="End subscription now"
          variant="destructive"
          disabledReason={disabledReason}
        />
      </Disclosure>
    </SettingsSection>
  );
}
