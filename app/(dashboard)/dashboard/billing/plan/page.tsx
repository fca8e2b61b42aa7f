import type { Metadata } from "next";
import { Badge } from "#app/_ui/badge.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
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
  const { id } = organization;
  if (done === "paid") await loadOrFail("payment", () => followCheckout(user, id));
  const [usage, reservation, read, costs, alerts] = await Promise.all([
    loadOrFail("usage", () => readUsage(user, id)),
    loadOrFail("reservation", () => readReservation(user, id)),
    loadOrFail("subscription", () => readSubscription(user, id)),
    loadOrFail("plans", () => readPlanCosts(user, id)),
    loadOrFail("alerts", () => readAlerts(user, id)),
  ]);
  if (!read?.ok || !costs?.ok) return <LoadError what="The plan" here={HERE} />;
  const { subscription } = read;
  return (
    <>
      <Done done={done} subscription={subscription} />
      <BillingNotices alerts={alerts?.ok ? alerts : undefined} subscription={subscription} here={HERE} />
      {!(usage?.ok && reservation?.ok) && <LoadError what="How much of the cap is used" here={HERE} />}
      <Plans costs={costs} subscription={subscription} />
      {subscription && (
        <CapForm
          subscription={subscription}
          usage={usage?.ok ? usage : null}
          reservedMinor={reservation?.ok ? reservation.reservedMinor : 0}
          sent={alerts?.ok ? alerts.sent : []}
        />
      )}
      <Ending subscription={subscription} />
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

type Plans = { costs: PlanCosts; subscription: SubscriptionView | null };

async function Plans({ costs, subscription }: Plans) {
  const { count } = await readerFormats();
  const checks = costs.counts.s + costs.counts.b;
  const isWaiting = subscription !== null && !STATES[subscription.status].planChoice;
  return (
    <SettingsSection
      wide
      heading={
        <span className="flex flex-wrap items-center gap-2">
          Plan
          {subscription && subscription.status !== "active" && (
            <Badge variant={isWaiting ? "bad" : "plain"}>{STATES[subscription.status].words}</Badge>
          )}
        </span>
      }
      lead={
        checks > 0
          ? `${count(checks)} ${checks === 1 ? "check was" : "checks were"} billed in the last 30 days. This is what they would have cost.`
          : "No check was billed in the last 30 days. Test checks are free on every plan."
      }
    >
      {costs.plans.length === 0 && subscription === null ? (
        <Empty heading="No plan is offered">Live keys need one. Ask the operator of this service.</Empty>
      ) : (
        <PlanCards costs={costs} subscription={subscription} />
      )}
    </SettingsSection>
  );
}

function Ending({ subscription }: { subscription: SubscriptionView | null }) {
  if (config().stripe !== null && subscription?.isAtStripe !== false)
    return (
      <SettingsSection
        heading="Payment method"
        lead="Stripe keeps it. Its page also shows what was paid, and ends the subscription."
      >
        <MemberForm permission="change billing" action={manageAtStripe} button="Open Stripe’s page" />
      </SettingsSection>
    );
  if (subscription === null || subscription.status === "canceled") return null;
  return (
    <SettingsSection
      heading="End subscription"
      lead="Live checks stop immediately. You are invoiced for this month so far. You can choose a plan again at any time."
    >
      <Disclosure summary="End the subscription">
        <MemberForm
          permission="change billing"
          action={cancelSubscriptionAction}
          button="End subscription now"
          variant="destructive"
        />
      </Disclosure>
    </SettingsSection>
  );
}
