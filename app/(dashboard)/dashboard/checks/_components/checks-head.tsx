import type { ReactNode } from "react";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { UnknownFilters } from "#app/(dashboard)/dashboard/_components/unknown-filters.tsx";
import { checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { CHECKS, checksHref } from "../_lib/addresses.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";
import { DayStrip } from "./day-strip.tsx";
import { Filters } from "./filters.tsx";
import { ChecksTabs } from "./tabs.tsx";

/** Shows the title, the tabs, the filter and the days: the same beside a panel, so that the rows below stay where they are. */
export function ChecksHead({ list, notice }: { list: LoadedChecks; notice?: ReactNode }) {
  const { filter, days } = list;
  const exported = checkFilterParams(filter);
  exported.set("organization", list.organization);
  return (
    <>
      <PageHeader heading="Checks" help="checks" action={<ExportLinks href={`${CHECKS}/export?${exported}`} />} />
      {notice}
      <div className="listhead">
        <ChecksTabs mode={filter.mode} open="checks" counts={list.counts} />
        <Filters list={list} />
        <UnknownFilters unknown={list.unknown} clear={checksHref(filter)} />
        {days?.some(({ made }) => made > 0) && <DayStrip list={list} days={days} />}
      </div>
    </>
  );
}
