import type { ReactNode } from "react";
import { BarPaths } from "./bar-paths.tsx";
import { axisOf, middleOf, namedOf, sumOf, unknownRuns, type Values } from "./chart.rules.ts";
import { Chart } from "./chart.tsx";
import { DayLinks } from "./day-links.tsx";
import { Disclosure } from "./disclosure.tsx";
import { type Fill, Legend } from "./legend.tsx";
import { Cell, Row, Table } from "./table.tsx";

/** A day or an hour. `label`: its name in the table, and below the axis where it has no `mark`. `href`: where its rows are. */
type Bar = { label: string; mark?: string | undefined; href?: string | undefined; values: Values };

type BarChart = {
  heading: string;
  bars: readonly Bar[];
  /** In the order of each bar's values, from the axis up. */
  series: readonly { name: string; fill: Fill }[];
  /** Says what a bar is: the heading of the table's first column. */
  of?: "Day" | "Hour" | undefined;
  /** Says what all series of a bar are together: the heading of the table's last column. */
  total?: string | undefined;
  format: (value: number) => string;
  /** Lines above the axis: four, or two in a low chart. */
  steps?: number | undefined;
  height?: string | undefined;
  /** Below the table. */
  children?: ReactNode;
};

/** Draws bars for days or hours with their axis, their peak in words, a link for each, and the same numbers as a table. */
export function BarChart({ heading, bars, series, of = "Day", total, format, steps = 4, height, children }: BarChart) {
  const values = bars.map((bar) => bar.values);
  const peak = Math.max(0, ...values.map(sumOf));
  const peakAt = bars.find((bar) => sumOf(bar.values) === peak);
  const axis = axisOf(peak, steps);
  const marks = namedOf(bars.length).map((n) => ({
    at: middleOf(n, bars.length),
    label: bars[n]?.mark ?? bars[n]?.label ?? "",
  }));
  const head = [of, ...series.map(({ name }) => name), ...(total ? [total] : [])];
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="flex flex-auto flex-wrap items-center gap-2">
          <h2>{heading}</h2>
          {peak > 0 && (
            <span className="text-meta text-soft">
              Peak: {format(peak)} {of === "Day" ? "on" : "at"} {peakAt?.label}
            </span>
          )}
        </div>
        {series.length > 1 && <Legend series={series} />}
      </div>
      <Chart
        axis={axis.map(format)}
        marks={marks}
        width={bars.length}
        height={height}
        over={
          <>
            <Unknown values={values} />
            {bars.length <= MAX_LINKS && (
              <Links heading={heading} bars={bars} series={series} total={total} format={format} />
            )}
          </>
        }
      >
        <BarPaths values={values} series={series} top={axis[0] ?? 1} />
      </Chart>
      <Disclosure summary="Show as a table">
        <Table caption={heading} head={head.map((name, n) => (n === 0 ? name : { name, num: true }))}>
          {bars.toReversed().map(({ label, href, values: own }) => (
            <Row key={label}>
              <Cell heading nowrap>
                {href ? <a href={href}>{label}</a> : label}
              </Cell>
              {series.map(({ name }, n) => (
                <Cell key={name} num>
                  {own === null ? "no data" : format(own[n] ?? 0)}
                </Cell>
              ))}
              {total && <Cell num>{own === null ? "no data" : format(sumOf(own))}</Cell>}
            </Row>
          ))}
        </Table>
        {children}
      </Disclosure>
    </div>
  );
}

/** On the widest sheet, a bar of more than these is narrower than the 24 px that a link needs (WCAG 2.5.8). */
const MAX_LINKS = 40;

type Links = Pick<BarChart, "heading" | "bars" | "series" | "total"> & { format: (value: number) => string };

/** Lays a link over each bar of which something is known. */
function Links({ heading, bars, series, total, format }: Links) {
  if (!bars.some(({ href }) => href)) return null;
  const tipOf = ({ label, values }: Bar) => {
    const parts = series.map(({ name }, n) => `${format(values?.[n] ?? 0)} ${name.toLowerCase()}`).join(", ");
    return total ? `${label}: ${format(sumOf(values))} ${total.toLowerCase()}. ${parts}` : `${label}: ${parts}`;
  };
  const days = bars.map((bar) => ({
    label: bar.label,
    href: bar.values === null ? undefined : bar.href,
    tip: tipOf(bar),
  }));
  return <DayLinks label={heading} days={days} tips="over" />;
}

function Unknown({ values }: { values: readonly Values[] }) {
  const percent = (days: number) => `${(days / values.length) * 100}%`;
  return unknownRuns(values).map(({ from, length }) => (
    <span
      key={from}
      className="absolute bottom-2 text-center text-meta text-soft"
      style={{ insetInlineStart: percent(from), width: percent(length) }}
      aria-hidden="true"
    >
      no data
    </span>
  ));
}
