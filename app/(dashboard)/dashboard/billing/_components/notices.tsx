import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { Alerts } from "#lib/billing/alerts.ts";
import type { SubscriptionView } from "#lib/billing/subscription.ts";

/** `undefined`: it could not be loaded. `here`: the address of the page. */
type Notices = {
  alerts: Alerts | undefined;
  subscription: SubscriptionView | null | undefined;
  here: string;
};

/** Warns about the subscription, the spend cap and keys that are used unusually often. */
export async function BillingNotices({ alerts, subscription, here }: Notices) {
  const { count } = await readerFormats();
  const { now, moment } = await readerDates();
  return (
    <>
      {subscription?.status === "past_due" && (
        <Notice variant="bad" heading="A payment is due">
          <p>
            {subscription.graceEndsAt && subscription.graceEndsAt < now
              ? "Calls with live keys are refused until it is paid. "
              : `Live checks keep working${subscription.graceEndsAt ? ` until ${moment(subscription.graceEndsAt)}` : " for now"}. `}
            <Go to="/dashboard/billing/invoices">See what is due</Go>
          </p>
        </Notice>
      )}
      {(subscription?.status === "paused" || subscription?.status === "canceled") && (
        <Notice
          variant="busy"
          heading={subscription.status === "paused" ? "The subscription is paused" : "You have no plan"}
        >
          <p>
            Calls with live keys are refused; test keys still work.{" "}
            <Go to="/dashboard/billing/plan">Review the plans</Go>
          </p>
        </Notice>
      )}
      {alerts?.cap && <CapNotice cap={alerts.cap} />}
      {alerts?.keys
        .filter(({ isPaused }) => !isPaused)
        .map(({ key, label, hour, events, busiest }) => (
          <Notice key={key} variant="busy" heading={`The key ${label || key} is used far more than usual`}>
            <p>
              {count(events)} checks were billed in the hour before {moment(hour)}. Its busiest hour until then had{" "}
              {count(busiest)}. <Go to={`/dashboard/keys/${key}`}>Pause the key</Go> if this is not your shop.
            </p>
          </Notice>
        ))}
      {(alerts === undefined || subscription === undefined) && (
        <LoadError what="Notices about your plan, cap and keys" here={here} />
      )}
    </>
  );
}

async function CapNotice({
  cap: { percent, spentMinor, spendCapMinor, currency, stopsAtCap },
}: {
  cap: NonNullable<Alerts["cap"]>;
}) {
  const { money } = await readerFormats();
  const isOver = percent === 100;
  // The figure below says the same number.
  const used = Math.floor((spentMinor / spendCapMinor) * 100);
  return (
    <Notice
      variant={isOver && stopsAtCap ? "bad" : "busy"}
      heading={isOver ? "The spend cap of this month is reached" : `${used} % of this month’s spend cap is used`}
    >
      <p>
        {money(spentMinor, currency)} of {money(spendCapMinor, currency)} is spent.{" "}
        {stopsAtCap
          ? isOver
            ? "Live checks that would exceed it are refused until the month ends or you raise the cap."
            : "Live checks stop when it is reached."
          : "Live checks keep working: this cap only sends e-mails."}{" "}
        <Go to="/dashboard/billing/plan#cap">Review the cap</Go>
      </p>
    </Notice>
  );
}

function Go({ to, children }: { to: string; children: string }) {
  return <a href={to}>{children}</a>;
}
