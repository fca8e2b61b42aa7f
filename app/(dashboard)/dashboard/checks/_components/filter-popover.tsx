import { Button } from "#app/_ui/button.tsx";
import { Check } from "#app/_ui/check.tsx";
import { Field, Fieldset, inputClass, selectClass } from "#app/_ui/field.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { type CheckFilter, checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { CHECK_RESULTS, type CheckResult } from "#lib/activity/check-result.rules.ts";
import { CHECKS } from "../_lib/addresses.ts";
import { resultWords } from "../_lib/check-words.ts";
import type { FilterPart } from "../_lib/filter-parts.ts";

const DAYS = [
  ["since", "From day"],
  ["until", "To day"],
] as const;

/** Shows all parts of the filter on a phone: in a popover, which needs no script. */
export function FilterPopover({ filter, parts }: { filter: CheckFilter; parts: readonly FilterPart[] }) {
  const given = checkFilterParams(filter);
  const { results = [], mode, host } = filter;
  return (
    <form
      action={CHECKS}
      className="mt-auto max-h-[88dvh] w-full max-w-none gap-4 overflow-y-auto rounded-t-l bg-raised px-4 pt-3 text-inherit backdrop:bg-[#0007] open:grid"
      id="filters"
      popover="auto"
      aria-label="Filters"
    >
      <div className="flex items-center">
        <b>Filters</b>
        <Button
          type="button"
          variant="ghost"
          icon
          className="ms-auto"
          popoverTarget="filters"
          popoverTargetAction="hide"
          aria-label="Close"
        >
          <Icon name="close" />
        </Button>
      </div>
      {mode === "test" && <input type="hidden" name="mode" value="test" />}
      <Fieldset legend="Result">
        <ResultBoxes results={results} />
      </Fieldset>
      {parts.map(({ name, title, options }) => (
        <Field key={name} id={`filter-${name}`} label={title}>
          <select className={selectClass} id={`filter-${name}`} name={name} defaultValue={given.get(name) ?? ""}>
            <option value="">Any</option>
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
            {name === "host" && host && !options.some(([value]) => value === host) && <option>{host}</option>}
          </select>
        </Field>
      ))}
      {DAYS.map(([name, label]) => (
        <Field key={name} id={`filter-${name}`} label={label}>
          <input
            className={inputClass}
            id={`filter-${name}`}
            type="date"
            name={name}
            defaultValue={given.get(name) ?? ""}
          />
        </Field>
      ))}
      <div className="sticky bottom-0 bg-raised pt-3 pb-5">
        <Button variant="primary" className="w-full">
          Apply
        </Button>
      </div>
    </form>
  );
}

export function ResultBoxes({ results }: { results: readonly CheckResult[] }) {
  return CHECK_RESULTS.map((result) => (
    <Check key={result} name="result" value={result} defaultChecked={results.includes(result)}>
      {resultWords(result)}
    </Check>
  ));
}
