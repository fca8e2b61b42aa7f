import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { dayOf } from "#lib/base/time.rules.ts";
import { overviewAddress } from "../../_overview/overview.rules.ts";
import { CHECKS, checksHref, newerThan, olderThan } from "../_lib/addresses.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";
import { CheckTable } from "./check-table.tsx";
import { NewerChecks } from "./newer-checks.tsx";
import { firstListedDay, LISTED_DAYS, periodWords } from "./periods.ts";

/** Shows a page of checks, and the ways to the others. `chosen`: the reference whose panel stands beside the list. */
export function CheckList({ list, chosen = null }: { list: LoadedChecks; chosen?: string | null }) {
  const { page, filter, before, timeZone, now } = list;
  return (
    <div className="relative">
      {before === null && filter.to === undefined && <NewerChecks ask={newerHref(list)} href={checksHref(filter)} />}
      {page === null ? (
        <LoadError what="The list of checks" here={checksHref(filter)} />
      ) : page.rows.length === 0 ? (
        <NoChecks list={list} />
      ) : (
        <>
          <CheckTable list={list} rows={page.rows} chosen={chosen} />
          <nav className="flex flex-wrap items-center gap-2 pt-4" aria-label="Pages">
            <span className="text-meta text-soft">
              Times in {zoneName(timeZone)}
              {filter.from && filter.from < firstListedDay(now) && `. Checks are listed for ${LISTED_DAYS} days`}
            </span>
            <span className="ms-auto flex flex-wrap items-center gap-2">
              {before !== null && newerThan(before) !== null && (
                <ButtonLink size="sm" href={checksHref(filter)}>
                  Newest
                </ButtonLink>
              )}
              {before !== null && (
                <ButtonLink size="sm" href={checksHref(filter, CHECKS, newerThan(before))}>
                  <Icon name="left" />
                  Newer
                </ButtonLink>
              )}
              {page.next !== null && (
                <ButtonLink size="sm" href={checksHref(filter, CHECKS, olderThan(before, page.next))}>
                  Older
                  <Icon name="right" />
                </ButtonLink>
              )}
            </span>
          </nav>
        </>
      )}
    </div>
  );
}

function newerHref({ filter, page, now, organization }: LoadedChecks): string {
  const asked = checkFilterParams(filter);
  asked.set("organization", organization);
  asked.set("than", String(+(page?.rows[0]?.at ?? now)));
  return `${CHECKS}/newer?${asked}`;
}

/** Writes for example "Copenhagen" or "UTC". */
function zoneName(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

/** The list keeps checks for a month. How many there were is counted by day, and what they cost by month. */
function TooLongAgo({ list: { filter, now } }: { list: LoadedChecks }) {
  const { mode } = filter;
  const month = dayOf(Number(filter.to) - 1).slice(0, 7);
  return (
    <Empty
      heading={`Checks are listed for ${LISTED_DAYS} days`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink href={overviewAddress({ mode, days: 90 })}>Counts of the last 90 days</ButtonLink>
          {mode === "live" && <ButtonLink href={`/dashboard/billing?month=${month}`}>Usage of that month</ButtonLink>}
        </div>
      }
    >
      Those of this period ({periodWords(filter, now)}) are deleted. How many there were, and how they ended, is counted
      by day.
    </Empty>
  );
}

function NoChecks({ list }: { list: LoadedChecks }) {
  const { filter, before, now } = list;
  const { mode } = filter;
  if (filter.to && filter.to <= firstListedDay(now)) return <TooLongAgo list={list} />;
  const isFiltered = checkFilterParams(filter).size > (mode === "test" ? 1 : 0);
  if (isFiltered || before !== null)
    return (
      <Empty heading="No checks match" action={<ButtonLink href={checksHref({ mode })}>Clear filters</ButtonLink>}>
        {periodWords(filter, now)}, {mode} checks. Remove a filter to see more.
      </Empty>
    );
  return (
    <Empty
      heading={`No ${mode} checks yet`}
      action={<ButtonLink href="/dashboard/connect?mode=test">Run a test check</ButtonLink>}
    >
      {mode === "live"
        ? "A check appears here within a second of the first call with a live key."
        : "A check appears here within a second. Run one to see it."}
    </Empty>
  );
}
