import type { ReactNode } from "react";
import { axisOf } from "#app/_ui/chart.rules.ts";
import { Chart } from "#app/_ui/chart.tsx";
import { classes } from "#app/_ui/classes.ts";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Legend } from "#app/_ui/legend.tsx";
import { Section } from "#app/_ui/section.tsx";
import { Cell, Row, Table } from "#app/_ui/table.tsx";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { dayOf, daysAfter, daysBetween, daysIn, startOf } from "#lib/base/time.rules.ts";
import type { UsageReport } from "#lib/billing/usage.ts";
import { monthName, shortDay } from "../_lib/short-dates.ts";
import { peakOf, spendPaths } from "../_lib/spend-chart.rules.ts";
import { EventsLink, monthFilter } from "./events-link.tsx";

const NAMED_DAYS = [1, 8, 15, 22];
/** The height of a label, as a part of the chart's. */
const LABEL_PERCENT = 10;

type Props = {
  usage: UsageReport;
  now: Date;
  isNow: boolean;
  cap: { minor: number; stops: boolean } | null;
};

/** Draws the sum of the month day by day, what it is expected to become, and the cap: what happens there stands at its line. */
export async function SpendChart({ usage, now, isNow, cap }: Props) {
  const formats = await readerFormats();
  const { period, currency, byDay, forecast, total } = usage;
  const daysOfMonth = daysIn(period);
  const elapsed = isNow ? daysBetween(startOf(period), now) : daysOfMonth;
  const amounts = new Map(byDay.map(({ value, amountMinor }) => [value, amountMinor]));
  const days = Array.from(
    { length: Math.ceil(elapsed) },
    (_, n) => amounts.get(dayOf(daysAfter(startOf(period), n))) ?? 0,
  );
  const spend = { daysOfMonth, days, elapsed, forecast: isNow ? forecast : null, capMinor: cap?.minor ?? null };
  const axis = axisOf(peakOf(spend));
  const paths = spendPaths(spend, axis[0] ?? 1);
  const left = (paths.today.x / daysOfMonth) * 100;
  const series = [
    { name: "Spent", fill: "yes" } as const,
    ...(paths.expected ? [{ name: "Expected", fill: "dash" } as const] : []),
    ...(paths.cap === null ? [] : [{ name: "Cap", fill: "line" } as const]),
  ];
  // The words of the cap stand above its line.
  const isAtCap = paths.cap !== null && Math.abs(paths.cap - paths.today.y) < LABEL_PERCENT;
  return (
    <Section heading={`Spent in ${monthName(period, now)}`} action={<Legend series={series} />}>
      {/* The words of a cap at the top need a line between it and the heading. */}
      <div className={classes(paths.cap !== null && paths.cap < LABEL_PERCENT && "pt-4")}>
        <Chart
          axis={axis.map((minor) => formats.shortMoney(minor, currency))}
          marks={[...NAMED_DAYS, daysOfMonth].map((day) => ({
            at: ((day === daysOfMonth ? day : day - 1) / daysOfMonth) * 100,
            label: shortDay(daysAfter(startOf(period), day - 1), now),
          }))}
          width={daysOfMonth}
          height="14rem"
          over={
            <>
              {paths.cap !== null && cap && (
                <CapLabel top={paths.cap}>
                  Cap {formats.money(cap.minor, currency)}: {cap.stops ? "live checks stop" : "an e-mail is sent"}
                </CapLabel>
              )}
              {isNow && (
                <TodayLabel top={paths.today.y} left={left} isUnder={isAtCap}>
                  Today {formats.money(total.amountMinor, currency)}
                </TodayLabel>
              )}
            </>
          }
        >
          <path className="fill-chart-fill" d={paths.area} />
          <Line kind="spent" d={paths.line} />
          {paths.range && <path className="fill-mute-wash" d={paths.range} />}
          {paths.expected && <Line kind="expected" d={paths.expected} />}
          {paths.cap !== null && <Line kind="cap" d={`M0 ${paths.cap}H${daysOfMonth}`} />}
        </Chart>
      </div>
      <SpendTable usage={usage} now={now} />
    </Section>
  );
}

const LINES = {
  spent: "stroke-chart-yes stroke-2",
  expected: "stroke-chart-no stroke-2 [stroke-dasharray:5_4]",
  cap: "stroke-bad stroke-[1.5px] forced-colors:stroke-[Highlight]",
} as const;

function Line({ kind, d }: { kind: keyof typeof LINES; d: string }) {
  return <path className={classes("fill-none", LINES[kind])} vectorEffect="non-scaling-stroke" d={d} />;
}

/** `top`, `left`: percent of the plot. */
type Label = { top: number; children: ReactNode };

function CapLabel({ top, children }: Label) {
  return (
    <span
      className="absolute left-0 -translate-y-[130%] bg-sheet px-1 text-meta whitespace-nowrap text-bad"
      style={{ top: `${top}%` }}
    >
      {children}
    </span>
  );
}

/** Stands before the end of the line, and after it where the month is young; under it where the cap's words are. */
function TodayLabel({ top, left, isUnder, children }: Label & { left: number; isUnder: boolean }) {
  return (
    <span
      className={classes(
        "absolute px-1 text-meta font-semibold whitespace-nowrap",
        left < 40 ? "translate-x-2" : "-translate-x-[calc(100%+0.5rem)]",
        isUnder ? "translate-y-[130%]" : "-translate-y-[110%]",
      )}
      style={{ top: `${top}%`, left: `${left}%` }}
    >
      {children}
    </span>
  );
}

async function SpendTable({ usage: { period, currency, byDay }, now }: Pick<Props, "usage" | "now">) {
  const formats = await readerFormats();
  let sum = 0;
  const rows = byDay.map((day) => {
    sum += day.amountMinor;
    return { ...day, sum };
  });
  const span = monthFilter(period);
  return (
    <Disclosure summary="Show as a table">
      <Table
        caption={`Live checks in ${monthName(period, now)}, by day (UTC)`}
        head={["Day", ...["Checks", "Cost", "Running total"].map((name) => ({ name, num: true }))]}
      >
        {rows.toReversed().map(({ value, checks, amountMinor, sum: until }) => {
          const day = value === null ? span : { ...span, since: value, until: value };
          return (
            <Row key={value}>
              <Cell heading>{value === null ? "" : shortDay(new Date(value), now)}</Cell>
              <Cell num>
                <EventsLink filter={{ ...day, kind: "check" }}>{formats.count(checks)}</EventsLink>
              </Cell>
              <Cell num>
                <EventsLink filter={day}>{formats.money(amountMinor, currency)}</EventsLink>
              </Cell>
              <Cell num>{formats.money(until, currency)}</Cell>
            </Row>
          );
        })}
      </Table>
    </Disclosure>
  );
}
