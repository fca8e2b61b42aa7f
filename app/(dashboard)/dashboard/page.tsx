import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Bars } from "#app/_ui/bars.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { type Overview, overviewOf } from "#lib/activity/overview.ts";
import { daysAfter, startOfDay } from "#lib/base/time.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { currentMembership } from "../_lib/current-membership.ts";
import { eidName } from "../_lib/eid-name.ts";
import { loadOrFail } from "../_lib/load-or-fail.ts";
import { readMode } from "../_lib/mode.ts";
import { type Params, queryOf } from "../_lib/query.ts";
import { readerFormats } from "../_lib/reader-formats.ts";
import { unknownFilters } from "../_lib/unknown-filters.rules.ts";
import { UnknownFilters } from "./_components/unknown-filters.tsx";
import { ChecklistBox, isDone } from "./_overview/checklist-box.tsx";
import { ChecksADay } from "./_overview/checks-a-day.tsx";
import { EndingsSection } from "./_overview/endings-section.tsx";
import { LatestGateTest } from "./_overview/latest-gate-test.tsx";
import { NeedsBox } from "./_overview/needs-box.tsx";
import {
  type Count,
  eventsOf,
  isRising,
  overviewAddress,
  overviewQuery,
  PERIODS,
  percentOf,
  percentText,
  readShownDays,
  type ShownDays,
} from "./_overview/overview.rules.ts";
import { PeriodMenu } from "./_overview/period-menu.tsx";
import { RefusedCalls, refusedAddress } from "./_overview/refused-calls.tsx";
import { RunTestCheck } from "./_overview/run-test-check.tsx";
import { UnconfirmedReasons } from "./_overview/unconfirmed-reasons.tsx";
import { Welcome } from "./_overview/welcome.tsx";
import { checksHref } from "./checks/_lib/addresses.ts";

export const metadata: Metadata = { title: "Overview" };

type Props = { searchParams: Promise<Params> };

export default async function OverviewPage({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const given = await searchParams;
  const now = new Date();
  const [mode, shown] = [readMode(given), readShownDays(queryOf(given), now)];
  const { days, range } = shown;
  const overview = await loadOrFail("overview", () =>
    overviewOf(user, organization.id, { days, until: range?.until, mode }, now),
  );
  if (overview?.ok && overview.isNew) return <Welcome checklist={overview.checklist} />;
  // Somebody who comes without a choice sees the mode that has checks.
  if (overview?.ok && given.mode === undefined && overview.hasOnlyTestChecks)
    redirect(overviewAddress({ ...shown, mode: "test" }));
  const here = { ...shown, mode };
  return (
    <>
      <PageHeader
        heading="Overview"
        help="overview"
        action={
          <PeriodMenu
            {...{ shown, now }}
            periods={PERIODS}
            hrefOf={(days) => overviewAddress({ mode, ...days })}
            action="/dashboard"
            kept={new URLSearchParams({ mode })}
          />
        }
      />
      <UnknownFilters
        unknown={unknownFilters(queryOf(given), new URLSearchParams({ days: "30", ...overviewQuery(here) }))}
        clear={overviewAddress(here)}
      />
      <div className="mb-6 grid content-start gap-4 *:min-w-0 empty:hidden">
        <NeedsBox refused={overview?.ok && range === null ? refusedCounts(overview, here) : null} />
        {overview?.ok && !isDone(overview.checklist) && (
          <ChecklistBox facts={overview.checklist} runTest={<RunTestCheck />} />
        )}
      </div>
      {overview?.ok ? (
        <Numbers
          overview={overview}
          shown={here}
          now={now}
          createdAt={organization.createdAt}
          count={(await readerFormats()).count}
        />
      ) : (
        <LoadError what="The overview" here={overviewAddress(here)} />
      )}
    </>
  );
}

type Shown = ShownDays & { mode: Mode };

function refusedCounts({ refused, refusedBefore, addressLimited }: Overview, shown: Shown) {
  const now = eventsOf(refused);
  const isMore = isRising(now, refusedBefore);
  return { now, before: refusedBefore, addressLimited, isRising: isMore, href: refusedAddress(shown.mode, shown) };
}

type NumbersProps = { overview: Overview; shown: Shown; createdAt: Date; now: Date; count: Count };

function Numbers({ overview, shown, createdAt, now, count }: NumbersProps) {
  const { funnel, refused, whyNot } = overview;
  const { mode, days, range } = shown;
  const from = daysAfter(startOfDay(now), 1 - days);
  const checks: CheckFilter = range
    ? { mode, from: new Date(range.since), to: daysAfter(Date.parse(range.until), 1) }
    : { mode, from };
  return (
    <>
      {funnel.made === 0 ? (
        <section>
          <Empty
            heading={`No ${mode} checks ${range ? "on these days" : `in the last ${days} days`}`}
            action={
              mode === "live" ? (
                <ButtonLink href={overviewAddress({ ...shown, mode: "test" })}>See test checks</ButtonLink>
              ) : (
                <ButtonLink href="/dashboard/connect?mode=test">Run a test check</ButtonLink>
              )
            }
          >
            {mode === "live"
              ? "They appear here as soon as a visitor starts one with a live key."
              : "A test check takes a minute and costs nothing."}
          </Empty>
        </section>
      ) : (
        <EndingsSection
          {...{ overview, mode, checks, count }}
          days={<ChecksADay days={overview.days} mode={mode} createdAt={createdAt} count={count} />}
        />
      )}
      <Section className="grid gap-8 *:min-w-0 min-[60rem]:grid-cols-2">
        <div className="grid content-start gap-8 *:min-w-0">
          {funnel.made > 0 && <ByEid overview={overview} checks={checks} count={count} />}
          <LatestGateTest />
        </div>
        <RefusedCalls refused={refused} mode={mode} shown={shown} count={count} />
      </Section>
      {mode === "live" && funnel.made > 0 && <UnconfirmedReasons days={whyNot} count={count} />}
    </>
  );
}

function ByEid({ overview, checks, count }: { overview: Overview; checks: CheckFilter; count: Count }) {
  const items = overview.eids.map(({ provider, made, confirmed }) => ({
    label: eidName(provider, checks.mode),
    href: checksHref({ ...checks, provider }),
    percent: percentOf(confirmed, made),
    value: `${count(confirmed)} of ${count(made)}`,
    note: percentText(confirmed, made, count),
  }));
  return (
    <div className="grid content-start gap-4 *:min-w-0">
      <h3>Confirmed, by eID</h3>
      <Bars items={items} />
    </div>
  );
}
