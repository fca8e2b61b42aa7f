import Link from "next/link";
import { formatDate } from "#app/_ui/format-date.ts";
import { Notice } from "#app/_ui/notice.tsx";
import type { Alerts } from "#lib/billing/alerts.ts";
import { count, money } from "#lib/billing/money.rules.ts";
import type { SubscriptionView } from "#lib/billing/subscription.ts";

type Notices = { alerts: Alerts | null; subscription: SubscriptionView | null; timeZone: string };

/** Warnings about the subscription, the spend cap and keys that are used unusually often. */
export function BillingNotices({ alerts, subscription, timeZone }: Notices) {
  return (
    <>
      {subscription?.status === "past_due" && (
        <Notice variant="bad" heading="A payment is due">
          <p>
            {subscription.graceEndsAt && subscription.graceEndsAt < new Date()
              ? "Calls with live keys are refused until it is paid. "
              : `Live checks go on${subscription.graceEndsAt ? ` until ${formatDate(subscription.graceEndsAt, timeZone)}` : " for now"}. `}
            <Go to="/dashboard/billing">See what is due</Go>
          </p>
        </Notice>
      )}
      {(subscription?.status === "paused" || subscription?.status === "canceled") && (
        <Notice
          variant="busy"
          heading={subscription.status === "paused" ? "The subscription is paused" : "There is no plan now"}
        >
          <p>
            Calls with live keys are refused; test keys go on. <Go to="/dashboard/billing">See the plan</Go>
          </p>
        </Notice>
      )}
      {alerts?.cap && <CapNotice cap={alerts.cap} />}
      {alerts?.keys
        .filter(({ isPaused }) => !isPaused)
        .map(({ key, label, hour, events, busiest }) => (
          <Notice key={key} variant="busy" heading={`The key ${label || key} is used far more than usual`}>
            <p>
              {count(events)} checks were billed in the hour before {formatDate(hour, timeZone)}; its busiest hour
              before had {count(busiest)}. If that is not your shop,{" "}
              <Go to={`/dashboard/keys/${key}`}>pause the key</Go>.
            </p>
          </Notice>
        ))}
    </>
  );
}

function CapNotice({
  cap: { percent, spentMinor, spendCapMinor, currency, stopsAtCap },
}: {
  cap: NonNullable<Alerts["cap"]>;
}) {
  const isOver = percent === 100;
  return (
    <Notice
      variant={isOver && stopsAtCap ? "bad" : "busy"}
      heading={isOver ? "The spend cap of this month is reached" : `${percent} % of this month’s spend cap is reached`}
    >
      <p>
        Checks have cost {money(spentMinor, currency)} of {money(spendCapMinor, currency)}.{" "}
        {stopsAtCap
          ? isOver
            ? "Calls with live keys that no longer fit under it are refused until the month ends."
            : "When it is reached, calls with live keys are refused."
          : "Checks go on: the cap tells you and stops nothing."}{" "}
        <Go to="/dashboard/billing#spend-cap">Change the cap</Go>
      </p>
    </Notice>
  );
}

function Go({ to, children }: { to: string; children: string }) {
  return (
    <Link className="font-medium underline" href={to}>
      {children}
    </Link>
  );
}
