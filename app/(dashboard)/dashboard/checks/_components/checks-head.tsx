import type { ReactNode } from "react";
import { classes } from "#app/_ui/classes.ts";
import { ExportLinks } from "#app/_ui/export-links.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { UnknownFilters } from "#app/(dashboard)/dashboard/_components/unknown-filters.tsx";
import { checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { CHECKS, checksHref } from "../_lib/addresses.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";
import { DayStrip } from "./day-strip.tsx";
import { Filters } from "./filters.tsx";
import { ChecksTabs } from "./tabs.tsx";

type Props = { list: LoadedChecks; notice?: ReactNode; hasPanel?: boolean };

/**
 * Shows the title, the tabs, the filter and the days: the same beside a panel, so that the rows below stay where they are. A
 * panel that has no room beside the list leaves the title.
 */
export function ChecksHead({ list, notice, hasPanel = false }: Props) {
  const { filter, days } = list;
  const exported = checkFilterParams(filter);
  exported.set("organization", list.organization);
  return (
    <>
      <PageHeader
        heading="Checks"
        help="checks"
        action={
          <div className={classes("contents", hasPanel && "max-[1100px]:hidden")}>
            <ExportLinks href={`${CHECKS}/export?${exported}`} />
          </div>
        }
      />
      {notice}
      <div className={classes(hasPanel && "max-[1100px]:hidden")}>
        <ChecksTabs mode={filter.mode} open="checks" counts={list.counts} />
        <Filters list={list} />
        <UnknownFilters unknown={list.unknown} clear={checksHref(filter)} />
        {days?.some(({ made }) => made > 0) && <DayStrip list={list} days={days} />}
      </div>
    </>
  );
}
