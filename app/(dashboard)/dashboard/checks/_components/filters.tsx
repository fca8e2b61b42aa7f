import Form from "next/form";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "#app/_ui/button.tsx";
import { classes } from "#app/_ui/classes.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { type CheckFilter, checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { CHECK_RESULTS, PROBLEMS } from "#lib/activity/check-result.rules.ts";
import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import { CHECKS, checksHref, withPart } from "../_lib/addresses.ts";
import { resultWords, STEP_WORDS } from "../_lib/check-words.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";
import { Chips } from "./chips.tsx";
import { FilterPopover } from "./filter-popover.tsx";
import { periodsOf, periodWords } from "./periods.ts";
import { ReferenceSearch } from "./reference-search.tsx";

/** The search for a reference, and a chip for each part of the filter. On a phone, one button opens all parts. */
export function Filters({
  filter,
  choices,
  now,
}: {
  filter: CheckFilter;
  choices: LoadedChecks["choices"];
  now: Date;
}) {
  const { results = [], step, provider, host, key, age, mode } = filter;
  const hasProblems = results.length === PROBLEMS.length && PROBLEMS.every((problem) => results.includes(problem));
  const periods = periodsOf(filter, now);
  const hasPeriod = periods.some(({ isChosen }) => isChosen);
  const link = (part: Parameters<typeof withPart>[1], words: string, isChosen: boolean) => (
    <Choice key={words} href={checksHref(withPart(filter, part))} isChosen={isChosen}>
      {words}
    </Choice>
  );
  const eids = (["s", "b"] as const).map((id) => ({ id, name: eidName(id, mode) }));
  const keyName = choices.keys.find((one) => one.key === key)?.label || key;
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
        <Chip words={periodWords(filter, now)} isOn={hasPeriod}>
          <div className="pop list">
            {link({ from: null, to: null }, "Last 30 days", !hasPeriod)}
            {periods.map(({ words, from, to, isChosen }) => link({ from, to }, words, isChosen))}
            <DayRange filter={filter} />
          </div>
        </Chip>
        <Chip
          words={results.length === 1 && results[0] ? resultWords(results[0]) : "Result"}
          isOn={results.length > 0 && !hasProblems}
        >
          <Form action={CHECKS} prefetch={false} className="pop">
            <Hidden filter={withPart(filter, { results: null })} />
            {CHECK_RESULTS.map((result) => (
              <label key={result} className="check">
                <input type="checkbox" name="result" value={result} defaultChecked={results.includes(result)} />
                {resultWords(result)}
              </label>
            ))}
            <Button size="sm">Apply</Button>
          </Form>
        </Chip>
        <Chip words={provider ? eidName(provider, mode) : "eID"} isOn={provider !== undefined}>
          <div className="pop list">
            {link({ provider: null }, "Any eID", provider === undefined)}
            {eids.map(({ id, name }) => link({ provider: id }, name, provider === id))}
          </div>
        </Chip>
        <Chip words={host ?? "Host"} isOn={host !== undefined}>
          <div className="pop list">
            {link({ host: null }, "Any host", host === undefined)}
            {choices.hosts.map((one) => link({ host: one }, one, host === one))}
            <HostField filter={filter} />
          </div>
        </Chip>
        <Chip words={keyName ?? "Key"} isOn={key !== undefined}>
          <div className="pop list">
            {link({ key: null }, "Any key", key === undefined)}
            {choices.keys.map((one) => link({ key: one.key }, one.label || one.key, key === one.key))}
          </div>
        </Chip>
        <Chip words={age ? `${age} or over` : "Age"} isOn={age !== undefined}>
          <div className="pop list">
            {link({ age: null }, "Any age", age === undefined)}
            {MINIMUM_AGES.map((one) => link({ age: one }, `${one} or over`, age === one))}
          </div>
        </Chip>
        {isFiltered && (
          <Link prefetch={false} className="btn small quiet not-s" href={checksHref({ mode })}>
            Clear
          </Link>
        )}
      </Chips>
      <FilterPopover filter={filter} choices={choices} />
    </>
  );
}

/** The parts of a filter that a form does not change. */
function Hidden({ filter }: { filter: CheckFilter }) {
  return [...checkFilterParams(filter)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}

function Chip({ words, isOn, children }: { words: string; isOn: boolean; children: ReactNode }) {
  return (
    <details className={classes("chip not-s", isOn && "on")} name="chip">
      <summary>
        <span className="cut">{words}</span>
        <Icon name="down" />
      </summary>
      {children}
    </details>
  );
}

function Choice({ href, isChosen, children }: { href: string; isChosen: boolean; children: ReactNode }) {
  return (
    <Link prefetch={false} href={href} aria-current={isChosen ? "true" : undefined}>
      <span className="cut">{children}</span>
      {isChosen && <Icon name="check" />}
    </Link>
  );
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
