import Form from "next/form";
import Link from "next/link";
import { Button } from "#app/_ui/button.tsx";
import { Chip, Choice } from "#app/_ui/chip.tsx";
import { Chips } from "#app/_ui/chips.tsx";
import { classes } from "#app/_ui/classes.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { type CheckFilter, checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { PROBLEMS } from "#lib/activity/check-result.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { CHECKS, checksHref, withPart } from "../_lib/addresses.ts";
import { resultWords, STEP_WORDS } from "../_lib/check-words.ts";
import { filterPartsOf } from "../_lib/filter-parts.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";
import { FilterPopover, ResultBoxes } from "./filter-popover.tsx";
import { periodsOf, periodWords } from "./periods.ts";

/** Shows the search for a reference, and a chip for each part of the filter. On a phone, one button opens all parts. */
export function Filters({ list: { filter, choices, now } }: { list: LoadedChecks }) {
  const { results = [], step, mode } = filter;
  const hasProblems = results.length === PROBLEMS.length && PROBLEMS.every((problem) => results.includes(problem));
  const periods = periodsOf(filter, now);
  const hasPeriod = periods.some(({ isChosen }) => isChosen);
  const link = (part: Parameters<typeof withPart>[1], words: string, isChosen: boolean) => (
    <Choice key={words} href={checksHref(withPart(filter, part))} isChosen={isChosen}>
      {words}
    </Choice>
  );
  const parts = filterPartsOf(filter, choices);
  const isFiltered = checkFilterParams(filter).size > (mode === "test" ? 1 : 0);
  return (
    <>
      <Chips>
        <ReferenceSearch mode={mode} />
        <button className={classes("chip plain only-s", isFiltered && "on")} type="button" popoverTarget="filters">
          Filters
        </button>
        <Link
          prefetch={false}
          className={classes("chip plain not-s", hasProblems && "on")}
          aria-current={hasProblems ? "true" : undefined}
          href={checksHref(withPart(filter, { results: hasProblems ? null : [...PROBLEMS] }))}
        >
          Problems only
        </Link>
        {step && (
          <Link
            prefetch={false}
            className="chip plain not-s on"
            href={checksHref(withPart(filter, { step: null }))}
            aria-label={`Show all, not only: ${STEP_WORDS[step]}`}
          >
            {STEP_WORDS[step]}
            <Icon name="close" />
          </Link>
        )}
        <Chip {...CHIP} words={periodWords(filter, now)} isOn={hasPeriod}>
          <div className="pop list">
            {link({ from: null, to: null }, "Last 30 days", !hasPeriod)}
            {periods.map(({ words, from, to, isChosen }) => link({ from, to }, words, isChosen))}
            <DayRange filter={filter} />
          </div>
        </Chip>
        <Chip
          {...CHIP}
          words={results.length === 1 && results[0] ? resultWords(results[0]) : "Result"}
          isOn={results.length > 0 && !hasProblems}
        >
          <Form action={CHECKS} prefetch={false} className="pop">
            <Hidden filter={withPart(filter, { results: null })} />
            <ResultBoxes results={results} />
            <Button size="sm">Apply</Button>
          </Form>
        </Chip>
        {parts.map(({ name, title, any, options }) => {
          const chosen = filter[name];
          const words = options.find(([value]) => value === chosen)?.[1] ?? `${chosen ?? title}`;
          return (
            <Chip key={name} {...CHIP} words={words} isOn={chosen !== undefined}>
              <div className="pop list">
                {link({ [name]: null }, any, chosen === undefined)}
                {options.map(([value, label]) => link({ [name]: value }, label, value === chosen))}
                {name === "host" && <HostField filter={filter} />}
              </div>
            </Chip>
          );
        })}
        {isFiltered && (
          <Link prefetch={false} className="btn small quiet not-s" href={checksHref({ mode })}>
            Clear
          </Link>
        )}
      </Chips>
      <FilterPopover filter={filter} parts={parts} />
    </>
  );
}

const CHIP = { name: "chip", className: "not-s" } as const;

/** Carries the parts of a filter that a form does not change. */
function Hidden({ filter }: { filter: CheckFilter }) {
  return [...checkFilterParams(filter)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}

function DayRange({ filter }: { filter: CheckFilter }) {
  const given = checkFilterParams(filter);
  return (
    <Form action={CHECKS} prefetch={false} className="stack tight">
      <Hidden filter={withPart(filter, { from: null, to: null })} />
      <label className="meta" htmlFor="since">
        From day
      </label>
      <input className="input" id="since" type="date" name="since" defaultValue={given.get("since") ?? ""} />
      <label className="meta" htmlFor="until">
        To day
      </label>
      <input className="input" id="until" type="date" name="until" defaultValue={given.get("until") ?? ""} />
      <Button size="sm">Apply</Button>
      <p className="meta">Days end at midnight UTC.</p>
    </Form>
  );
}

function HostField({ filter }: { filter: CheckFilter }) {
  return (
    <Form action={CHECKS} prefetch={false} className="stack tight">
      <Hidden filter={withPart(filter, { host: null })} />
      <label className="meta" htmlFor="host">
        Another host
      </label>
      <input className="input" id="host" name="host" autoComplete="off" spellCheck={false} />
      <Button size="sm">Apply</Button>
    </Form>
  );
}

/** Finds a check, or a refused call, by the reference that a visitor reads out. */
function ReferenceSearch({ mode }: { mode: Mode }) {
  return (
    <Form action={CHECKS} prefetch={false} className="search" role="search">
      <Icon name="search" />
      {mode === "test" && <input type="hidden" name="mode" value="test" />}
      <input
        className="input"
        type="search"
        name="reference"
        aria-label="Reference"
        placeholder="Reference, 8 letters"
        autoComplete="off"
        spellCheck={false}
      />
    </Form>
  );
}
