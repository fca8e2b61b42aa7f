import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { formatDay } from "#app/_ui/format-date.ts";
import { Section } from "#app/_ui/section.tsx";
import { Table, TableCell } from "#app/_ui/table.tsx";
import type { Overview } from "#lib/activity/overview.ts";
import { DaysChart } from "./days-chart.tsx";
import { UnconfirmedReasons } from "./unconfirmed-reasons.tsx";

const HEADINGS = { live: "Live checks, 30 days", test: "Test checks, 30 days" } as const;
const COLUMNS = [
  ["made", "Links made"],
  ["confirmed", "Confirmed"],
  ["notConfirmed", "Not confirmed"],
  ["notFinished", "Not finished"],
] as const;

/** The live or the test checks of the last 30 days: sums, a chart, and the same numbers as a table. */
export function ChecksCard({ overview, mode }: { overview: Overview; mode: "live" | "test" }) {
  const sums = notFinishedOf(overview.funnel);
  const days = overview.days.map((one) => ({ ...one, ...notFinishedOf(one) }));
  return (
    <Section heading={HEADINGS[mode]}>
      {sums.made === 0 ? (
        <Empty heading={mode === "live" ? "No live checks yet" : "No test checks yet"}>
          {mode === "live"
            ? "They appear here as soon as a visitor starts one with a live key."
            : "Run one from the Connect page: it takes a minute."}
        </Empty>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            {COLUMNS.map(([name, label]) => (
              <div key={name}>
                <dt className="text-sm text-soft">{label}</dt>
                <dd className="text-2xl font-semibold tabular-nums">{sums[name].toLocaleString("en-GB")}</dd>
              </div>
            ))}
          </dl>
          <DaysChart days={days} />
          <Disclosure summary="The same numbers as a table">
            <Table caption={HEADINGS[mode]} head={["Day (UTC)", ...COLUMNS.map(([, label]) => label)]}>
              {days
                .filter(({ made }) => made > 0)
                .map((one) => (
                  <tr key={one.day}>
                    <th scope="row" className="whitespace-nowrap py-2 pr-4 text-left font-normal">
                      {formatDay(new Date(one.day), "UTC")}
                    </th>
                    {COLUMNS.map(([name]) => (
                      <TableCell key={name} className="py-2 tabular-nums">
                        {one[name].toLocaleString("en-GB")}
                      </TableCell>
                    ))}
                  </tr>
                ))}
            </Table>
          </Disclosure>
          {mode === "live" && <UnconfirmedReasons days={overview.whyNot} />}
        </div>
      )}
    </Section>
  );
}

function notFinishedOf(funnel: Overview["funnel"]) {
  return { ...funnel, notFinished: funnel.made - funnel.cameBack };
}
