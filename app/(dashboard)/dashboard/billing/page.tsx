import type { Metadata } from "next";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { type CurrentMembership, currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor, whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { NotAllowed } from "#app/(dashboard)/dashboard/_components/not-allowed.tsx";
import { readAlerts } from "#lib/billing/alerts.ts";
import { listInvoices } from "#lib/billing/invoices.ts";
import { readPeriod } from "#lib/billing/period.rules.ts";
import { offeredPlans } from "#lib/billing/plans.ts";
import { readReservation } from "#lib/billing/spend-cap.ts";
import { readSubscription } from "#lib/billing/subscription.ts";
import { readUsage } from "#lib/billing/usage.ts";
import { config } from "#lib/core/config.ts";
import { mayEver } from "#lib/core/permission.rules.ts";
import { Breakdown } from "./_components/breakdown.tsx";
import { CapCard } from "./_components/cap-card.tsx";
import { InvoicesCard } from "./_components/invoices-card.tsx";
import { MonthCard } from "./_components/month-card.tsx";
import { BillingNotices } from "./_components/notices.tsx";
import { PlanCard } from "./_components/plan-card.tsx";

export const metadata: Metadata = { title: "Billing" };

type Props = {
  searchParams: Promise<{ month?: string | string[]; checkout?: string | string[]; done?: string | string[] }>;
};

/** The success message for `?done=`: the form that was sent is no longer on the page. */
const DONE = new Map([
  ["chosen", "The plan is yours, from the next call on."],
  ["ended", "The subscription has ended. Calls with live keys are refused from now on."],
]);

export default async function Billing({ searchParams }: Props) {
  const membership = await currentMembership();
  const { month, checkout, done } = await searchParams;
  const doneText = typeof done === "string" ? DONE.get(done) : undefined;
  return (
    <>
      <PageHeader heading="Billing" />
      {mayEver(membership.organization.role, "see billing") ? (
        <>
          {doneText && <Notice variant="good" heading={doneText} live="status" />}
          {checkout === "done" && (
            <Notice variant="good" heading="Thank you" live="status">
              <p>Stripe tells us in a moment; the plan then stands below. Reload the page to see it.</p>
            </Notice>
          )}
          <Money currentMembership={membership} month={typeof month === "string" ? readPeriod(month) : null} />
        </>
      ) : (
        <NotAllowed what="billing" who={whoMay("see billing")} />
      )}
    </>
  );
}

async function Money({
  currentMembership: { user, organization },
  month,
}: {
  currentMembership: CurrentMembership;
  month: string | null;
}) {
  const { id, role, timeZone } = organization;
  const [usage, reservation, read, plans, alerts, invoices] = await Promise.all([
    loadOrFail("usage", () => readUsage(user, id, month)),
    loadOrFail("reservation", () => readReservation(user, id)),
    loadOrFail("subscription", () => readSubscription(user, id)),
    loadOrFail("plans", () => offeredPlans(user, id)),
    loadOrFail("alerts", () => readAlerts(user, id)),
    loadOrFail("invoices", () => listInvoices(user, id)),
  ]);
  const [subscription, disabledReason] = [
    read?.ok ? read.subscription : null,
    disabledReasonFor(role, "change billing"),
  ];
  const here = "/dashboard/billing";
  const paysAtStripe = config().stripe !== null;
  return (
    <>
      <BillingNotices alerts={alerts?.ok ? alerts : null} subscription={subscription} timeZone={timeZone} />
      {usage?.ok ? (
        <>
          <MonthCard usage={usage.usage} isNow={usage.isNow} />
          <Breakdown usage={usage.usage} />
        </>
      ) : (
        <LoadError what="The month" here={here} />
      )}
      {read?.ok && plans?.ok ? (
        <PlanCard
          organization={id}
          subscription={subscription}
          plans={plans.rows}
          paysAtStripe={paysAtStripe}
          disabledReason={disabledReason}
        />
      ) : (
        <LoadError what="The plan" here={here} />
      )}
      {subscription && (
        <div id="spend-cap">
          <CapCard
            organization={id}
            subscription={subscription}
            spentMinor={usage?.ok ? usage.spentNowMinor : null}
            reservedMinor={reservation?.ok ? reservation.reservedMinor : 0}
            disabledReason={disabledReason}
          />
        </div>
      )}
      {invoices?.ok ? (
        <InvoicesCard invoices={invoices.rows} now={new Date()} />
      ) : (
        <LoadError what="The invoices" here={here} />
      )}
    </>
  );
}
