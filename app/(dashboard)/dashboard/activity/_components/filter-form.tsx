import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { codesOf } from "#lib/activity/explanation.rules.ts";
import { type ActivityFilter, filterParams } from "#lib/activity/filter.rules.ts";

type Props = { filter: ActivityFilter; keys: readonly { key: string; label: string }[] };

/** The filters of the address as a form; sending it opens the filtered address. It works without script. */
export function FilterForm({ filter, keys }: Props) {
  const given = filterParams(filter);
  const codes = [...new Set([...codesOf("call"), ...codesOf("step"), ...codesOf("check")])].toSorted();
  return (
    <form action="/dashboard/activity" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Choice name="kind" label="What" given={given}>
          <option value="call">Calls of a generator</option>
          <option value="step">Steps of visitors</option>
          <option value="check">Token checks</option>
        </Choice>
        <Choice name="result" label="Result" given={given}>
          <option value="ok">Went well</option>
          <option value="refused">Refused or failed</option>
        </Choice>
        <Choice name="code" label="Reason" given={given}>
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Choice>
        <TextField
          id="reference"
          name="reference"
          label="Reference"
          defaultValue={given.get("reference") ?? ""}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Disclosure
        summary="More filters"
        isOpen={["provider", "mode", "key", "host", "since", "until"].some((name) => given.has(name))}
      >
        <div className="mt-3 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <Choice name="provider" label="Provider" given={given}>
            <option value="s">s</option>
            <option value="b">b</option>
          </Choice>
          <Choice name="mode" label="Mode" given={given}>
            <option value="test">Test</option>
            <option value="live">Live</option>
          </Choice>
          <Choice name="key" label="Key" given={given}>
            {keys.map(({ key, label }) => (
              <option key={key} value={key}>
                {label || key}
              </option>
            ))}
          </Choice>
          <TextField id="host" name="host" label="Host" defaultValue={given.get("host") ?? ""} autoComplete="off" />
          <TextField id="since" name="since" type="date" label="From (UTC)" defaultValue={given.get("since") ?? ""} />
          <TextField id="until" name="until" type="date" label="To (UTC)" defaultValue={given.get("until") ?? ""} />
        </div>
      </Disclosure>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary">Show</Button>
        {given.size > 0 && (
          <ButtonLink href="/dashboard/activity" prefetch={false}>
            Clear the filters
          </ButtonLink>
        )}
      </div>
    </form>
  );
}

type Choice = { name: string; label: string; given: URLSearchParams; children: ReactNode };

function Choice({ name, label, given, children }: Choice) {
  return (
    <SelectField id={name} name={name} label={label} defaultValue={given.get(name) ?? ""}>
      <option value="">Any</option>
      {children}
    </SelectField>
  );
}
