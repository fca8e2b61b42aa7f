import { ButtonLink } from "#app/_ui/button.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { Section } from "#app/_ui/section.tsx";
import { FORECAST_NEEDS_DAYS } from "#lib/billing/forecast.rules.ts";
import { monthText } from "#lib/billing/invoice-document.rules.ts";
import { count, money } from "#lib/billing/money.rules.ts";
import { endOf, lastDayOf, periodAfter } from "#lib/billing/period.rules.ts";
import type { UsageReport } from "#lib/billing/usage.ts";
import { CostChart } from "./cost-chart.tsx";
import { EventsLink, SumTable } from "./sum-table.tsx";

/** The live checks of a month: their number, their cost, and both by day. Every number links to the ledger rows that it sums. */
export function MonthCard({ usage, isNow }: { usage: UsageReport; isNow: boolean }) {
  const { period, currency, total, byDay, tests } = usage;
  const span = { since: period, until: lastDayOf(period), mode: "live", credits: "without" } as const;
  return (
    <Section
      heading={monthText(period)}
      lead="Live checks, by UTC days and months, as invoices count them."
      action={<Months period={period} isNow={isNow} />}
    >
      <div className="grid grid-cols-1 gap-6">
        <dl className="grid gap-4 sm:grid-cols-3">
          <Figure label="Checks">
            <EventsLink filter={{ ...span, kind: "check" }}>{count(total.checks)}</EventsLink>
          </Figure>
          <Figure label={isNow ? "Cost so far" : "Cost"}>
            <EventsLink filter={span}>{money(total.amountMinor, currency)}</EventsLink>
          </Figure>
          {isNow && <ForecastFigure usage={usage} />}
        </dl>
        <p className="text-sm text-soft">
          {total.reversals > 0 && `${count(total.reversals)} taken back. `}
          Beside them{" "}
          <EventsLink filter={{ ...span, mode: "test" }}>
            {count(tests)} {tests === 1 ? "test check" : "test checks"}
          </EventsLink>
          {tests === 1 ? ", which costs nothing. " : ", which cost nothing. "}
          The monthly fee and tax come on top, on the invoice.
        </p>
        {total.checks + total.reversals === 0 ? (
          <Empty heading="No live checks in this month">
            They appear here the moment a call is billed, each with its price and the reason for it.
          </Empty>
        ) : (
          <>
            <CostChart period={period} days={byDay} currency={currency} />
            <Disclosure summary="The same numbers as a table">
              <SumTable
                caption={`Live checks of ${monthText(period)}, by day`}
                name="Day (UTC)"
                parts={byDay}
                currency={currency}
                labelOf={({ value }) => (value === null ? "" : formatDay(new Date(value), "UTC"))}
                filterOf={({ value }) => ({ ...span, ...(value !== null && { since: value, until: value }) })}
              />
            </Disclosure>
          </>
        )}
      </div>
    </Section>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function ForecastFigure({ usage: { forecast, currency, period } }: { usage: UsageReport }) {
  if (forecast === null)
    return (
      <div>
        <dt className="text-sm text-soft">Forecast</dt>
        <dd className="text-soft">Once {FORECAST_NEEDS_DAYS} whole days of live checks are known.</dd>
      </div>
    );
  const { likelyMinor, minMinor, maxMinor } = forecast;
  return (
    <div>
      <dt className="text-sm text-soft">Likely by {formatDay(new Date(+endOf(period) - 1), "UTC")}</dt>
      <dd>
        <span className="block text-2xl font-semibold tabular-nums">{money(likelyMinor, currency)}</span>
        <span className="block text-sm text-soft">
          Four in five such months end between {money(minMinor, currency)} and {money(maxMinor, currency)}.
        </span>
      </dd>
    </div>
  );
}

/** Links to the month before and the month after. */
function Months({ period, isNow }: { period: string; isNow: boolean }) {
  const [before, after] = [periodAfter(period, -1), periodAfter(period)];
  return (
    <nav aria-label="Months" className="flex flex-wrap gap-2">
      <ButtonLink size="sm" prefetch={false} href={`/dashboard/billing?month=${before.slice(0, 7)}`}>
        {monthText(before)}
      </ButtonLink>
      {!isNow && (
        <ButtonLink size="sm" prefetch={false} href={`/dashboard/billing?month=${after.slice(0, 7)}`}>
          {monthText(after)}
        </ButtonLink>
      )}
    </nav>
  );
}
