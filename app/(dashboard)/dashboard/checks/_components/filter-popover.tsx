import Form from "next/form";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { type CheckFilter, checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { CHECK_RESULTS, type CheckResult } from "#lib/activity/check-result.rules.ts";
import { CHECKS } from "../_lib/addresses.ts";
import { resultWords, STEP_WORDS } from "../_lib/check-words.ts";
import type { FilterPart } from "../_lib/filter-parts.ts";

/** Shows all parts of the filter on a phone: in a popover, which needs no script. */
export function FilterPopover({ filter, parts }: { filter: CheckFilter; parts: readonly FilterPart[] }) {
  const given = checkFilterParams(filter);
  const { results = [], step, mode, host } = filter;
  return (
    <Form action={CHECKS} prefetch={false} className="filters" id="filters" popover="auto" aria-label="Filters">
      <div className="row">
        <b>Filters</b>
        <button
          className="btn quiet icon push"
          type="button"
          popoverTarget="filters"
          popoverTargetAction="hide"
          aria-label="Close"
        >
          <Icon name="close" />
        </button>
      </div>
      {mode === "test" && <input type="hidden" name="mode" value="test" />}
      {step && (
        <label className="check">
          <input type="checkbox" name="step" value={step} defaultChecked />
          {STEP_WORDS[step]}
        </label>
      )}
      <fieldset className="stack tight">
        <legend className="label">Result</legend>
        <ResultBoxes results={results} />
      </fieldset>
      {parts.map(({ name, title, options }) => (
        <div key={name} className="field">
          <label htmlFor={`filter-${name}`}>{title}</label>
          <select className="input" id={`filter-${name}`} name={name} defaultValue={given.get(name) ?? ""}>
            <option value="">Any</option>
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
            {name === "host" && host && !options.some(([value]) => value === host) && <option>{host}</option>}
          </select>
        </div>
      ))}
      <div className="field">
        <label htmlFor="filter-since">From day</label>
        <input className="input" id="filter-since" type="date" name="since" defaultValue={given.get("since") ?? ""} />
      </div>
      <div className="field">
        <label htmlFor="filter-until">To day</label>
        <input className="input" id="filter-until" type="date" name="until" defaultValue={given.get("until") ?? ""} />
      </div>
      <div className="apply">
        <Button variant="primary" className="wide">
          Apply
        </Button>
      </div>
    </Form>
  );
}

export function ResultBoxes({ results }: { results: readonly CheckResult[] }) {
  return CHECK_RESULTS.map((result) => (
    <label key={result} className="check">
      <input type="checkbox" name="result" value={result} defaultChecked={results.includes(result)} />
      {resultWords(result)}
    </label>
  ));
}
