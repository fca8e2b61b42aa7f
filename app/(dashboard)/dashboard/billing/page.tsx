import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Segments } from "#app/_ui/segments.tsx";
import { type CurrentMembership, currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { type Period, periodAfter, periodOf, readPeriod } from "#lib/base/time.rules.ts";
import { readAlerts } from "#lib/billing/alerts.ts";
import { ledgerQuery } from "#lib/billing/ledger-filter.rules.ts";
import { readNextInvoice } from "#lib/billing/next-invoice.ts";
import { offeredPlans } from "#lib/billing/plans.ts";
import { NO_CURRENCY } from "#lib/billing/spend.rules.ts";
import { readSubscription } from "#lib/billing/subscription.ts";
import { readUsage, type UsageReport } from "#lib/billing/usage.ts";
import type { User } from "#lib/core/actor.ts";
import { BillingPage } from "./_components/billing-page.tsx";
import { EventsLink, monthFilter } from "./_components/events-link.tsx";
import { Figures } from "./_components/figures.tsx";
import { Footnote } from "./_components/footnote.tsx";
import { BillingNotices } from "./_components/notices.tsx";
import { Sources } from "./_components/sources.tsx";
import { SpendChart } from "./_components/spend-chart.tsx";
import { shortMonthName } from "./_lib/short-dates.ts";

export const metadata: Metadata = { title: "Billing: usage" };

type Props = { searchParams: Promise<{ month?: string | string[] }> };

export default async function Usage({ searchParams }: Props) {
  const { month } = await searchParams;
  const period = typeof month === "string" ? readPeriod(month) : null;
  const { organization } = await currentMembership();
  return (
    <BillingPage tab="Usage" tools={<Tools organization={organization.id} period={period} />}>
      {(membership) => <Month currentMembership={membership} period={period} />}
    </BillingPage>
  );
}

type Month = { currentMembership: CurrentMembership; period: Period | null };

async function Month({ currentMembership: { user, organization }, period }: Month) {
  const { id } = organization;
  const [read, subscribed, next, alerts, formats] = await Promise.all([
    loadOrFail("usage", () => readUsage(user, id, period)),
    loadOrFail("subscription", () => readSubscription(user, id)),
    loadOrFail("next invoice", () => readNextInvoice(user, id)),
    loadOrFail("alerts", () => readAlerts(user, id)),
    readerFormats(),
  ]);
  const subscription = subscribed?.ok ? subscribed.subscription : null;
  if (!read?.ok) return <LoadError what="The month" here={addressOf(period)} />;
  const { isNow, now } = read;
  const usage = subscription ? read.usage : { ...read.usage, currency: await currencyToCome(user, id, read.usage) };
  const cap = subscription?.spendCapMinor ?? null;
  return (
    <>
      <BillingNotices
        alerts={alerts?.ok ? alerts : undefined}
        subscription={subscribed?.ok ? subscribed.subscription : undefined}
        here={addressOf(period)}
      />
      <Figures
        usage={usage}
        now={now}
        isNow={isNow}
        subscription={subscribed?.ok ? subscribed.subscription : undefined}
        next={next?.ok ? next.next : undefined}
      />
      {usage.total.checks + usage.total.reversals === 0 ? (
        <Empty
          className="mt-8"
          heading="No live checks in this month"
          action={<ButtonLink href="/dashboard/connect">Connect your shop</ButtonLink>}
        >
          Each appears here when it is billed, with its price.
        </Empty>
      ) : (
        <>
          <SpendChart
            usage={usage}
            now={now}
            isNow={isNow}
            cap={isNow && cap !== null ? { minor: cap, stops: subscription?.stopsAtCap ?? false } : null}
          />
          <Sources usage={usage} />
        </>
      )}
      <Footnote>
        Test checks are free:{" "}
        <EventsLink filter={{ ...monthFilter(usage.period), mode: "test" }}>
          {formats.count(usage.tests)} {usage.tests === 1 ? "test check" : "test checks"}
        </EventsLink>{" "}
        in this month. Days and months are those of UTC, as on invoices.{" "}
        <EventsLink filter={monthFilter(usage.period)}>All billed checks</EventsLink>
      </Footnote>
    </>
  );
}

/** Before there are terms nothing is spent: a nothing of the currency in which it could be. */
async function currencyToCome(user: User, id: string, { currency }: UsageReport): Promise<string> {
  const plans = currency === NO_CURRENCY ? await loadOrFail("plans", () => offeredPlans(user, id)) : null;
  return (plans?.ok ? plans.rows[0]?.currency : undefined) ?? currency;
}

/** Links to the months around the one that is shown, and to its checks as a file. */
function Tools({ organization, period }: { organization: string; period: Period | null }) {
  const now = new Date();
  const latest = periodOf(now);
  const shown = period !== null && period < latest ? period : latest;
  const months = [periodAfter(shown, -1), shown, ...(shown < latest ? [periodAfter(shown)] : [])];
  return (
    <>
      <ExportLinks
        href={`/dashboard/billing/events/export?organization=${organization}&${ledgerQuery(monthFilter(shown))}`}
      />
      <Segments
        label="Month"
        links={months.map((month) => ({
          name: shortMonthName(month, now),
          href: addressOf(month === latest ? null : month),
          isChosen: month === shown,
        }))}
      />
    </>
  );
}

/** `null`: the month that runs. */
function addressOf(period: Period | null): string {
  return period === null ? "/dashboard/billing" : `/dashboard/billing?month=${period.slice(0, 7)}`;
}
