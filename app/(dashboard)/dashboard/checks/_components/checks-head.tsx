import type { ReactNode } from "react";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { UnknownFilters } from "#app/(dashboard)/dashboard/_components/unknown-filters.tsx";
import { type CheckFilter, checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { CHECKS, checksHref } from "../_lib/addresses.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";
import { DayStrip } from "./day-strip.tsx";
import { Filters } from "./filters.tsx";
import { ChecksTabs } from "./tabs.tsx";

type Head = {
  loaded: LoadedChecks;
  filter: CheckFilter;
  organization: string;
  /** What the address asks that is no filter. */
  unknown: readonly string[];
  notice?: ReactNode;
  now: Date;
};

/** The title, the tabs, the filter and the days: the same with a panel and without, so that the rows below stay where they are. */
export function ChecksHead({ loaded: { choices, days, createdAt, counts }, filter, notice, ...head }: Head) {
  const { organization, unknown, now } = head;
  return (
    <>
      <PageHeader heading="Checks" help="checks" action={<ExportLink filter={filter} organization={organization} />} />
      {notice}
      <div className="listhead">
        <ChecksTabs mode={filter.mode} open="checks" counts={counts} />
        <Filters filter={filter} choices={choices} now={now} />
        <UnknownFilters unknown={unknown} clear={checksHref(filter)} />
        {days?.some(({ made }) => made > 0) && <DayStrip days={days} createdAt={createdAt} filter={filter} now={now} />}
      </div>
    </>
  );
}

/** Exports what the filter shows. */
function ExportLink({ filter, organization }: Pick<Head, "filter" | "organization">) {
  const params = checkFilterParams(filter);
  params.set("organization", organization);
  return <ExportLinks href={`${CHECKS}/export?${params}`} />;
}
