import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Bars } from "#app/_ui/bars.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { Segments } from "#app/_ui/segments.tsx";
import { type Overview, overviewOf } from "#lib/activity/overview.ts";
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
import { NeedsBox } from "./_overview/needs-box.tsx";
import {
  type Count,
  type Days,
  eventsOf,
  isRising,
  overviewAddress,
  PERIODS,
  percentOf,
  percentText,
  readDays,
} from "./_overview/overview.rules.ts";
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
  const [mode, days] = [readMode(given), readDays(given)];
  const overview = await loadOrFail("overview", () => overviewOf(user, organization.id, { days, mode }));
  if (overview?.ok && overview.isNew) return <Welcome checklist={overview.checklist} />;
  // Somebody who comes without a choice sees the mode that has checks.
  if (overview?.ok && given.mode === undefined && overview.hasOnlyTestChecks)
    redirect(overviewAddress({ mode: "test", days }));
  const periodLink = (period: Days) => ({
    name: `${period} days`,
    href: overviewAddress({ mode, days: period }),
    isChosen: period === days,
  });
  return (
    <>
      <PageHeader
        heading="Overview"
        help="overview"
        action={<Segments label="Period" links={PERIODS.map(periodLink)} />}
      />
      <UnknownFilters
        unknown={unknownFilters(queryOf(given), new URLSearchParams({ mode, days: String(days) }))}
        clear={overviewAddress({ mode, days })}
      />
      <div className="mb-6 grid content-start gap-4 *:min-w-0 empty:hidden">
        <NeedsBox refused={overview?.ok ? refusedCounts(overview, mode, days) : null} />
        {overview?.ok && !isDone(overview.checklist) && (
          <ChecklistBox facts={overview.checklist} runTest={<RunTestCheck />} />
        )}
      </div>
      {overview?.ok ? (
        <Numbers
          overview={overview}
          mode={mode}
          days={days}
          createdAt={organization.createdAt}
          count={(await readerFormats()).count}
        />
      ) : (
        <LoadError what="The overview" here={overviewAddress({ mode, days })} />
      )}
    </>
  );
}

function refusedCounts({ refused, refusedBefore, addressLimited }: Overview, mode: Mode, days: Days) {
  const now = eventsOf(refused);
  const isMore = isRising(now, refusedBefore);
  return { now, before: refusedBefore, addressLimited, isRising: isMore, href: refusedAddress(mode, days) };
}

type Shown = { overview: Overview; mode: Mode; days: Days; createdAt: Date; count: Count };

function Numbers({ overview, mode, days, createdAt, count }: Shown) {
  const { funnel, refused, whyNot } = overview;
  return (
    <>
      {funnel.made === 0 ? (
        <section>
          <Empty
            heading={`No ${mode} checks in the last ${days} days`}
            action={
              mode === "live" ? (
                <ButtonLink href={overviewAddress({ mode: "test", days })}>See test checks</ButtonLink>
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
        <>
          <EndingsSection overview={overview} mode={mode} count={count} />
          <ChecksADay days={overview.days} mode={mode} createdAt={createdAt} count={count} />
        </>
      )}
      <Section className="grid gap-8 *:min-w-0 min-[60rem]:grid-cols-2">
        {funnel.made > 0 && <ByEid overview={overview} mode={mode} count={count} />}
        <RefusedCalls refused={refused} mode={mode} days={days} count={count} />
      </Section>
      {mode === "live" && funnel.made > 0 && <UnconfirmedReasons days={whyNot} count={count} />}
    </>
  );
}

function ByEid({ overview, mode, count }: { overview: Overview; mode: Mode; count: Count }) {
  const [first] = overview.days;
  const items = overview.eids.map(({ provider, made, confirmed }) => ({
    label: eidName(provider, mode),
    href: checksHref({ mode, from: first && new Date(first.day), provider }),
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
