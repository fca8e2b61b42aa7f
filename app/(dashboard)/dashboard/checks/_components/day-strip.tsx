import { BarPaths } from "#app/_ui/bar-paths.tsx";
import { axisOf } from "#app/_ui/chart.rules.ts";
import { Plot } from "#app/_ui/chart.tsx";
import { DayLinks } from "#app/_ui/day-links.tsx";
import { formatShortDay } from "#app/_ui/format-date.ts";
import { Legend } from "#app/_ui/legend.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { Overview } from "#lib/activity/overview.ts";
import { daysAfter } from "#lib/base/time.rules.ts";
import { CHECK_SERIES } from "../../_overview/checks-a-day.tsx";
import { isUnknown } from "../../_overview/overview.rules.ts";
import { checksHref, withPart } from "../_lib/addresses.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";

type Strip = { list: LoadedChecks; days: Overview["days"] };

/** Draws the last 30 UTC days, with links to their checks. A phone has no room for it: there the filter has days. */
export async function DayStrip({ list: { createdAt, filter, now }, days }: Strip) {
  const values = days.map(({ day, confirmed, notConfirmed, made, cameBack }) =>
    isUnknown({ day, made }, createdAt) ? null : [confirmed, notConfirmed, made - cameBack],
  );
  const [top = 1] = axisOf(Math.max(...days.map(({ made }) => made)));
  const nameOf = (day: string) => formatShortDay(new Date(day), "UTC", now);
  const { count } = await readerFormats();
  const links = days.map(({ day, made, confirmed, notConfirmed, cameBack }, n) => {
    const [from, to] = [new Date(day), daysAfter(new Date(day), 1)];
    const isChosen = +from === Number(filter.from) && +to === Number(filter.to);
    const sum = `${count(made)} ${made === 1 ? "link" : "links"}`;
    return {
      label: day,
      href:
        values[n] === null
          ? undefined
          : checksHref(withPart(filter, isChosen ? { from: null, to: null } : { from, to })),
      isChosen,
      tip: `${nameOf(day)}: ${sum}. ${count(confirmed)} confirmed, ${count(notConfirmed)} not confirmed, ${count(made - cameBack)} under way or did not finish`,
    };
  });
  return (
    <div className="mb-4 @max-phone/sheet:hidden">
      <Plot
        width={days.length}
        height="3.5rem"
        over={<DayLinks label="Checks by day (UTC)" days={links} tips="under" />}
      >
        <BarPaths values={values} series={CHECK_SERIES} top={top} />
      </Plot>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-meta text-soft">
        <span>{nameOf(days[0]?.day ?? "")}</span>
        <Legend series={CHECK_SERIES} />
        <span>{nameOf(days.at(-1)?.day ?? "")}</span>
      </div>
    </div>
  );
}
