import Link from "next/link";
import type { ReactNode } from "react";
import { axisOf, middleOf, namedOf, stackedBars, sumOf, unknownRuns, type Values } from "./chart.rules.ts";
import { Chart, type Fill, Legend } from "./chart.tsx";
import { classes } from "./classes.ts";
import { Disclosure } from "./disclosure.tsx";
import { Table } from "./table.tsx";
import { vars } from "./vars.ts";

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
  const { paths, zeros } = stackedBars(values, series.length, axis[0] ?? 1);
  const marks = namedOf(bars.length).map((n) => ({
    at: middleOf(n, bars.length),
    label: bars[n]?.mark ?? bars[n]?.label ?? "",
  }));
  const head = [of, ...series.map(({ name }) => name), ...(total ? [total] : [])];
  return (
    <>
      <div className="row">
        <h2>{heading}</h2>
        {peak > 0 && (
          <span className="meta">
            Peak: {format(peak)} {of === "Day" ? "on" : "at"} {peakAt?.label}
          </span>
        )}
        {series.length > 1 && (
          <span className="push">
            <Legend series={series} />
          </span>
        )}
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
        {series.map(({ fill }, n) => (
          <path key={n} className={fill} d={paths[n]} />
        ))}
        <path className="zero" d={zeros} />
      </Chart>
      <Disclosure summary="Show as a table">
        <Table caption={heading} head={head.map((name, n) => (n === 0 ? name : { name, className: "num" }))}>
          {bars.toReversed().map(({ label, href, values: own }) => (
            <tr key={label}>
              <th scope="row" className="nw">
                {href ? (
                  <Link prefetch={false} href={href}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </th>
              {series.map(({ name }, n) => (
                <td key={name} className="num">
                  {own === null ? "no data" : format(own[n] ?? 0)}
                </td>
              ))}
              {total && <td className="num">{own === null ? "no data" : format(sumOf(own))}</td>}
            </tr>
          ))}
        </Table>
        {children}
      </Disclosure>
    </>
  );
}

/** On the widest sheet, a bar of more than these is narrower than the 24 px that a link needs (WCAG 2.5.8). */
const MAX_LINKS = 40;
/** So many have room on a phone, too. */
const FEW_LINKS = 10;

type Links = Pick<BarChart, "heading" | "bars" | "series" | "total"> & { format: (value: number) => string };

/** Lays a link over each bar of which something is known; the others keep their place. What it says is its tooltip, too. */
function Links({ heading, bars, series, total, format }: Links) {
  if (!bars.some(({ href }) => href)) return null;
  const tipOf = (label: string, values: readonly number[]) => {
    const parts = series.map(({ name }, n) => `${format(values[n] ?? 0)} ${name.toLowerCase()}`).join(", ");
    return total ? `${label}: ${format(sumOf(values))} ${total.toLowerCase()}. ${parts}` : `${label}: ${parts}`;
  };
  return (
    <ol aria-label={heading} className={classes("days", bars.length <= FEW_LINKS && "few")}>
      {bars.map((bar) => (
        <li key={bar.label} aria-hidden={bar.values === null || undefined}>
          {bar.href && bar.values !== null && (
            <Link prefetch={false} href={bar.href}>
              <span className="tip">{tipOf(bar.label, bar.values)}</span>
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}

function Unknown({ values }: { values: readonly Values[] }) {
  return unknownRuns(values).map(({ from, length }) => (
    <span
      key={from}
      className="no-data"
      style={vars({ "--from": from / values.length, "--wide": length / values.length })}
      aria-hidden="true"
    >
      no data
    </span>
  ));
}
