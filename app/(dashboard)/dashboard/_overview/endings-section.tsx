import { Fragment, type ReactNode } from "react";
import { Swatch } from "#app/_ui/legend.tsx";
import { Dot } from "#app/_ui/result.tsx";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { type CheckResult, PROBLEMS } from "#lib/activity/check-result.rules.ts";
import type { Overview } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { checksHref } from "../checks/_lib/addresses.ts";
import { resultWords } from "../checks/_lib/check-words.ts";
import { type Ending, endingsOf } from "./endings.rules.ts";
import { EndingsBar } from "./endings-bar.tsx";
import { type Count, percentText } from "./overview.rules.ts";
import { ShareSentence } from "./share-sentence.tsx";

const MAX_PROBLEMS = 3;

/** `checks`: asks the list for those of these days. `days`: their chart. */
type Props = { overview: Overview; mode: Mode; checks: CheckFilter; count: Count; days: ReactNode };

/**
 * Shows how the checks of a period ended: in a sentence, as a bar, in numbers that lead to them, and by day. On a phone the days
 * come before the numbers, so that they are seen without scrolling.
 */
export function EndingsSection({ overview, mode, checks, count, days }: Props) {
  const { funnel, steps } = overview;
  const endings = endingsOf(funnel, overview.underWay);
  const { confirmed, notConfirmed, unfinished, losses, underWay } = endings;
  const to = (results: readonly CheckResult[]) => checksHref({ ...checks, results: [...results] });
  const itemOf = (ending: Ending) => ({
    name: ending.name,
    href: to(ending.results),
    value: count(ending.count),
    percent: percentText(ending.count, funnel.made, count),
  });
  return (
    <section aria-labelledby="share" className="flex flex-col [reading-flow:flex-visual]">
      <ShareSentence overview={overview} mode={mode} count={count} />
      <EndingsBar {...endings} />
      <dl className="mt-3 grid gap-x-10 max-sm:order-1 max-sm:mt-6 @mid/sheet:grid-cols-[auto_minmax(auto,13rem)_minmax(0,1fr)_auto]">
        <Item {...itemOf(confirmed)} mark={<Swatch fill="yes" />} />
        <Item {...itemOf(notConfirmed)} mark={<Swatch fill="no" />}>
          <WhyNot mode={mode} steps={steps} count={count} />
        </Item>
        <Item {...itemOf(unfinished)} mark={<Swatch fill="open" />}>
          {losses.length > 0 && (
            <ul className="flex flex-wrap gap-x-4">
              {losses.map(({ name, count: lost }) => (
                <li key={name}>
                  {name} <b className="text-ink">{count(lost)}</b>
                </li>
              ))}
            </ul>
          )}
          <Problems steps={steps} to={to} count={count} />
        </Item>
        {underWay.count > 0 && <Item {...itemOf(underWay)} mark={<Dot state="busy" />} />}
      </dl>
      {days}
    </section>
  );
}

type ItemProps = { mark: ReactNode; name: string; href: string; value: string; percent: string; children?: ReactNode };

/** Is a line on a phone, and a column with its number large where there is room. */
function Item({ mark, name, href, value, percent, children }: ItemProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_3rem] content-start items-baseline gap-x-3 py-0.5 @mid/sheet:grid-cols-[auto_1fr] @mid/sheet:gap-x-2">
      <dt className="flex items-center gap-2 text-soft @mid/sheet:col-span-full">
        {mark}
        {name}
      </dt>
      <dd className="text-end font-semibold tabular-nums @mid/sheet:text-start @mid/sheet:text-figure @mid/sheet:tracking-[-0.02em]">
        <a href={href} className="no-underline hover:underline">
          {value}
          <span className="sr-only"> {name.toLowerCase()}</span>
        </a>
      </dd>
      <dd className="text-end text-meta text-soft tabular-nums @mid/sheet:text-start">{percent}</dd>
      {children && <dd className="col-span-full text-meta text-soft @max-mid/sheet:ps-4.5">{children}</dd>}
    </div>
  );
}

type ProblemsProps = Pick<Overview, "steps"> & { to: (results: readonly CheckResult[]) => string; count: Count };

/** Names what visitors met most, as often as they met it: some of them finished all the same. */
function Problems({ steps, to, count }: ProblemsProps) {
  const met = PROBLEMS.map((problem) => ({ problem, events: steps[problem] ?? 0 }))
    .filter(({ events }) => events > 0)
    .toSorted((a, b) => b.events - a.events)
    .slice(0, MAX_PROBLEMS);
  if (met.length === 0) return null;
  return (
    <>
      Problems met:{" "}
      {met.map(({ problem, events }, n) => (
        <Fragment key={problem}>
          {n > 0 && ", "}
          <a href={to([problem])} className="whitespace-nowrap">
            {resultWords(problem)} {count(events)}
          </a>
        </Fragment>
      ))}
    </>
  );
}

/** Says why checks were not confirmed. Of a live check no more is known than contract §5 allows. */
function WhyNot({ mode, steps, count }: Pick<Props, "mode" | "count"> & Pick<Overview, "steps">) {
  if (mode === "live")
    return (
      <span className="@max-mid/sheet:hidden">
        Too young, cancelled or no age. <a href="#why">Daily counts</a>
      </span>
    );
  const ends = { too_young: "too young", went_back: "cancelled", gave_up: "after a problem at the eID" };
  return Object.entries(ends)
    .flatMap(([code, words]) => (steps[code] ? `${count(steps[code])} ${words}` : []))
    .join(", ");
}
