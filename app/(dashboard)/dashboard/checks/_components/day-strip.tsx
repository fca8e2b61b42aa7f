import Link from "next/link";
import { axisOf, stackedBars } from "#app/_ui/chart.rules.ts";
import { Legend } from "#app/_ui/chart.tsx";
import { formatShortDay } from "#app/_ui/format-date.ts";
import { vars } from "#app/_ui/vars.ts";
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
  const { paths, zeros } = stackedBars(values, CHECK_SERIES.length, top);
  const nameOf = (day: string) => formatShortDay(new Date(day), "UTC", now);
  const { count } = await readerFormats();
  return (
    <div className="strip not-s">
      <div className="chart" style={vars({ "--h": "3.5rem" })}>
        <div className="plot">
          <svg viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" aria-hidden="true">
            {CHECK_SERIES.map(({ fill }, n) => (
              <path key={fill} className={fill} d={paths[n]} />
            ))}
            <path className="zero" d={zeros} />
          </svg>
          <ol className="days" aria-label="Checks by day (UTC)">
            {days.map(({ day, made, confirmed, notConfirmed, cameBack }, n) => {
              if (values[n] === null) return <li key={day} />;
              const from = new Date(day);
              const to = daysAfter(from, 1);
              const isChosen = +from === Number(filter.from) && +to === Number(filter.to);
              return (
                <li key={day}>
                  <Link
                    prefetch={false}
                    aria-current={isChosen ? "true" : undefined}
                    href={checksHref(withPart(filter, isChosen ? { from: null, to: null } : { from, to }))}
                  >
                    <span className="tip">
                      {nameOf(day)}: {count(made)} {made === 1 ? "link" : "links"}. {count(confirmed)} confirmed,{" "}
                      {count(notConfirmed)} not confirmed, {count(made - cameBack)} under way or not finished
                    </span>
                  </Link>
                </li>
              );
            })}
          </ol>
        </div>
      </div>
      <div className="row meta">
        <span>{nameOf(days[0]?.day ?? "")}</span>
        <span className="push">
          <Legend series={CHECK_SERIES} />
        </span>
        <span className="push">{nameOf(days.at(-1)?.day ?? "")}</span>
      </div>
    </div>
  );
}
