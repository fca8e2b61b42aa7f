import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { Chip, ChipSwitch, Choice } from "#app/_ui/chip.tsx";
import { Chips } from "#app/_ui/chips.tsx";
import { MenuList, Popup } from "#app/_ui/menu.tsx";
import { SearchField } from "#app/_ui/search-field.tsx";
import { DayRange, MenuForm, MenuInput } from "#app/(dashboard)/dashboard/_components/menu-form.tsx";
import { type CheckFilter, checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { PROBLEMS } from "#lib/activity/check-result.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { CHECKS, checksHref, withPart } from "../_lib/addresses.ts";
import { resultWords } from "../_lib/check-words.ts";
import { filterPartsOf } from "../_lib/filter-parts.ts";
import type { LoadedChecks } from "../_lib/load-checks.ts";
import { FilterPopover, ResultBoxes } from "./filter-popover.tsx";
import { periodsOf, periodWords } from "./periods.ts";

/** Shows the search for a reference, and a chip for each part of the filter. On a phone, one button opens all parts. */
export function Filters({ list: { filter, choices, now } }: { list: LoadedChecks }) {
  const { results = [], mode } = filter;
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
        <ChipSwitch as="button" type="button" popoverTarget="filters" isOn={isFiltered} className="@phone/sheet:hidden">
          Filters
        </ChipSwitch>
        <ChipSwitch
          as="a"
          isOn={hasProblems}
          className={WIDE}
          aria-current={hasProblems ? "true" : undefined}
          href={checksHref(withPart(filter, { results: hasProblems ? null : [...PROBLEMS] }))}
        >
          Problems only
        </ChipSwitch>
        <Chip {...CHIP} words={periodWords(filter, now)} isOn={hasPeriod}>
          <MenuList>
            {link({ from: null, to: null }, "Last 30 days", !hasPeriod)}
            {periods.map(({ words, from, to, isChosen }) => link({ from, to }, words, isChosen))}
            <ListedDays filter={filter} />
          </MenuList>
        </Chip>
        <Chip
          {...CHIP}
          words={results.length === 1 && results[0] ? resultWords(results[0]) : "Result"}
          isOn={results.length > 0 && !hasProblems}
        >
          <Popup className="max-h-[70vh] overflow-y-auto">
            <form action={CHECKS} className="grid gap-2">
              <Hidden filter={withPart(filter, { results: null })} />
              <ResultBoxes results={results} />
              <Button size="sm" className="in-data-applies:hidden">
                Apply
              </Button>
            </form>
          </Popup>
        </Chip>
        {parts.map(({ name, title, any, options }) => {
          const chosen = filter[name];
          const words = options.find(([value]) => value === chosen)?.[1] ?? `${chosen ?? title}`;
          return (
            <Chip key={name} {...CHIP} words={words} isOn={chosen !== undefined}>
              <MenuList>
                {link({ [name]: null }, any, chosen === undefined)}
                {options.map(([value, label]) => link({ [name]: value }, label, value === chosen))}
                {name === "host" && <HostField filter={filter} />}
              </MenuList>
            </Chip>
          );
        })}
        {isFiltered && (
          <ButtonLink variant="ghost" size="sm" className={WIDE} href={checksHref({ mode })}>
            Clear
          </ButtonLink>
        )}
      </Chips>
      <FilterPopover filter={filter} parts={parts} />
    </>
  );
}

/** A phone has all of them behind one button. */
const WIDE = "@max-phone/sheet:hidden";
const CHIP = { name: "chip", className: WIDE } as const;

/** Carries the parts of a filter that a form does not change. */
function Hidden({ filter }: { filter: CheckFilter }) {
  return [...checkFilterParams(filter)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}

function ListedDays({ filter }: { filter: CheckFilter }) {
  const given = checkFilterParams(filter);
  const kept = checkFilterParams(withPart(filter, { from: null, to: null }));
  return <DayRange action={CHECKS} kept={kept} since={given.get("since")} until={given.get("until")} />;
}

function HostField({ filter }: { filter: CheckFilter }) {
  return (
    <MenuForm action={CHECKS} kept={checkFilterParams(withPart(filter, { host: null }))}>
      <MenuInput name="host" label="Another host" autoComplete="off" spellCheck={false} />
      <Button size="sm">Apply</Button>
    </MenuForm>
  );
}

/** Finds a check, or a refused call, by the reference that a visitor reads out. */
function ReferenceSearch({ mode }: { mode: Mode }) {
  return (
    <search className="max-w-60 flex-[1_1_7rem]">
      <form action={CHECKS}>
        {mode === "test" && <input type="hidden" name="mode" value="test" />}
        <SearchField type="search" name="reference" aria-label="Reference" placeholder="Reference, 8 letters" />
      </form>
    </search>
  );
}
