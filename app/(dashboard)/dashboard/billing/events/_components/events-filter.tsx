import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { type LedgerFilter, ledgerQuery } from "#lib/billing/ledger-filter.rules.ts";

type Props = { filter: LedgerFilter; keys: readonly { key: string; label: string }[] };

/** The filters of the address as a form; sending it opens the filtered address. It works without script. */
export function EventsFilter({ filter, keys }: Props) {
  return (
    <form action="/dashboard/billing/events" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <TextField id="since" name="since" type="date" label="From (UTC)" defaultValue={filter.since ?? ""} />
        <TextField id="until" name="until" type="date" label="To (UTC)" defaultValue={filter.until ?? ""} />
        <Choice name="mode" label="Mode" filter={filter}>
          <option value="live">Live</option>
          <option value="test">Test</option>
        </Choice>
        <Choice name="kind" label="What" filter={filter}>
          <option value="check">Checks</option>
          <option value="reversal">What takes checks back</option>
        </Choice>
        <Choice name="credits" label="Credit notes" filter={filter}>
          <option value="without">Without what stands on them</option>
          <option value="only">Only what stands on them</option>
        </Choice>
        <Choice name="provider" label="Provider" filter={filter}>
          <option value="s">s</option>
          <option value="b">b</option>
        </Choice>
        <Choice name="key" label="Key" filter={filter}>
          {keys.map(({ key, label }) => (
            <option key={key} value={key}>
              {label || key}
            </option>
          ))}
        </Choice>
        <TextField id="host" name="host" label="Host" defaultValue={filter.host ?? ""} autoComplete="off" />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary">Show</Button>
        {ledgerQuery(filter) && (
          <ButtonLink href="/dashboard/billing/events" prefetch={false}>
            Clear the filters
          </ButtonLink>
        )}
      </div>
    </form>
  );
}

type Choice = {
  name: "mode" | "kind" | "credits" | "provider" | "key";
  label: string;
  filter: LedgerFilter;
  children: ReactNode;
};

function Choice({ name, label, filter, children }: Choice) {
  return (
    <SelectField id={name} name={name} label={label} defaultValue={filter[name] ?? ""}>
      <option value="">Any</option>
      {children}
    </SelectField>
  );
}
