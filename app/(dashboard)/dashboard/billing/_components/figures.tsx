import type { ReactNode } from "react";
import { Meter } from "#app/_ui/meter.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { capReachedAt, FORECAST_NEEDS_DAYS } from "#lib/billing/forecast.rules.ts";
import { daysLeft } from "#lib/billing/next-invoice.rules.ts";
import type { NextInvoice } from "#lib/billing/next-invoice.ts";
import type { SubscriptionView } from "#lib/billing/subscription.ts";
import type { UsageReport } from "#lib/billing/usage.ts";
import { monthName, shortDay } from "../_lib/short-dates.ts";
import { EventsLink, monthFilter } from "./events-link.tsx";

type Props = {
  usage: UsageReport;
  now: Date;
  isNow: boolean;
  /** `undefined`: it could not be loaded. */
  subscription: SubscriptionView | null | undefined;
  /** `null`: there will be none. `undefined`: it could not be loaded. */
  next: NextInvoice | null | undefined;
};

/** Shows what the month has cost; of this month also what it will cost, how much of the cap that is, and the next invoice. */
export async function Figures({ usage, now, isNow, subscription, next }: Props) {
  const formats = await readerFormats();
  const { period, currency, total } = usage;
  const span = monthFilter(period);
  const name = monthName(period, now);
  const checks = `${formats.count(total.checks)} ${total.checks === 1 ? "check" : "checks"}`;
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-5 @min-[52rem]/sheet:grid-cols-4">
      <Figure
        label={isNow ? `${name} so far` : name}
        figure={<EventsLink filter={span}>{formats.money(total.amountMinor, currency)}</EventsLink>}
      >
        <EventsLink filter={{ ...span, kind: "check" }}>{checks}</EventsLink>
        {total.reversals > 0 && `, ${formats.count(total.reversals)} of them credited`}, without the monthly fee and tax
      </Figure>
      {isNow && (
        <>
          <ForecastFigure usage={usage} />
          <CapFigure usage={usage} now={now} subscription={subscription} />
          <InvoiceFigure next={next} subscription={subscription} now={now} />
        </>
      )}
    </dl>
  );
}

function Figure({ label, figure, children }: { label: string; figure: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <dt className="text-soft">{label}</dt>
      <dd className="text-figure tracking-[-0.02em] tabular-nums [&_a]:no-underline [&_a]:hover:underline">{figure}</dd>
      {children && <dd className="text-meta text-soft">{children}</dd>}
    </div>
  );
}

function NotLoaded({ label }: { label: string }) {
  return (
    <Figure label={label} figure="–">
      Could not be loaded
    </Figure>
  );
}

async function ForecastFigure({ usage: { forecast, currency } }: Pick<Props, "usage">) {
  const { roundMoney } = await readerFormats();
  if (forecast === null)
    return (
      <Figure label="Forecast" figure="–">
        Available after {FORECAST_NEEDS_DAYS} days
      </Figure>
    );
  const amount = (minor: number) => roundMoney(minor, currency);
  return (
    <Figure label="Forecast" figure={amount(forecast.likelyMinor)}>
      {amount(forecast.minMinor)} to {amount(forecast.maxMinor)} in 4 of 5 months like this
    </Figure>
  );
}

async function CapFigure({ usage, now, subscription }: Omit<Props, "isNow" | "next">) {
  const formats = await readerFormats();
  if (subscription === undefined) return <NotLoaded label="Spend cap" />;
  const capMinor = subscription?.spendCapMinor ?? null;
  if (subscription === null || capMinor === null)
    return (
      <Figure label="Spend cap" figure="None">
        {subscription ? <a href="/dashboard/billing/plan#cap">Set a cap</a> : "Choose a plan first"}
      </Figure>
    );
  const { total, currency, forecast, period } = usage;
  const percent = capMinor > 0 ? Math.floor((total.amountMinor / capMinor) * 100) : 100;
  const cap = formats.money(capMinor, currency);
  const reached = forecast && capReachedAt(capMinor, total.amountMinor, forecast, daysLeft(period, now), now);
  return (
    <Figure label="Spend cap" figure={`${formats.count(percent)} %`}>
      <Meter
        className="mt-1 mb-2"
        label="Spend cap used"
        percent={percent}
        text={`${formats.money(total.amountMinor, currency)} of ${cap}`}
      />
      of {cap}
      {percent >= 100 ? ", reached" : reached && `, reached about ${shortDay(reached, now)}`}
      {". "}
      <a href="/dashboard/billing/plan#cap">Change cap</a>
    </Figure>
  );
}

async function InvoiceFigure({ next, subscription, now }: Omit<Props, "usage" | "isNow">) {
  const { money } = await readerFormats();
  // At Stripe there is none of ours, and so no invoice without the subscription says nothing.
  if (next === undefined || (next === null && subscription === undefined)) return <NotLoaded label="Next invoice" />;
  if (subscription?.isAtStripe)
    return (
      <Figure label="Next invoice" figure="By Stripe">
        Stripe collects and sends it
      </Figure>
    );
  if (next === null)
    return (
      <Figure label="Next invoice" figure="None">
        There is no plan yet
      </Figure>
    );
  const { currency, estimate, taxBasisPoints, taxName } = next;
  return (
    <Figure label="Next invoice" figure={shortDay(next.issuedOn, now)}>
      about {money(estimate.totals.netMinor, currency)}
      {taxBasisPoints > 0 && ` + ${taxName}`}
      {estimate.feeMinor > 0 && `, with the fee of ${money(estimate.feeMinor, currency)}`}
    </Figure>
  );
}
