import Link from "next/link";
import type { ReactNode } from "react";
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

/** `checks`: asks the list for those of these days. */
type Props = { overview: Overview; mode: Mode; checks: CheckFilter; count: Count };

/** Shows how the checks of a period ended: in a sentence, as a bar, and in numbers that lead to them. */
export function EndingsSection({ overview, mode, checks, count }: Props) {
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
  const problems = PROBLEMS.map((problem) => ({ problem, events: steps[problem] ?? 0 }))
    .filter(({ events }) => events > 0)
    .toSorted((a, b) => b.events - a.events);
  return (
    <section aria-labelledby="share">
      <ShareSentence overview={overview} mode={mode} count={count} />
      <EndingsBar {...endings} />
      <dl className="mt-3 grid gap-x-10 @mid/sheet:grid-cols-[auto_auto_minmax(0,1fr)_auto]">
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
          {problems.length > 0 && (
            <>
              Problems met:{" "}
              {problems.map(({ problem, events }, n) => (
                <span key={problem}>
                  {n > 0 && ", "}
                  <Link prefetch={false} href={to([problem])}>
                    {resultWords(problem)} {count(events)}
                  </Link>
                </span>
              ))}
            </>
          )}
        </Item>
        {underWay.count > 0 && <Item {...itemOf(underWay)} mark={<Dot state="busy" />} />}
      </dl>
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
        <Link prefetch={false} href={href} className="no-underline hover:underline">
          {value}
          <span className="sr-only"> {name.toLowerCase()}</span>
        </Link>
      </dd>
      <dd className="text-end text-meta text-soft tabular-nums @mid/sheet:text-start">{percent}</dd>
      {children && <dd className="col-span-full text-meta text-soft">{children}</dd>}
    </div>
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
