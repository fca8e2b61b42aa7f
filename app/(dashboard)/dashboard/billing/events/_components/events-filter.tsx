import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { type LedgerFilter, ledgerQuery } from "#lib/billing/ledger-filter.rules.ts";

type Props = { filter: LedgerFilter; keys: readonly { key: string; label: string }[] };

/** Shows the filters of the address as a form; sending it opens the filtered address. It works without script. */
export function EventsFilter({ filter, keys }: Props) {
  return (
    <form action="/dashboard/billing/events" className="grid content-start gap-4 *:min-w-0">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-4">
        <TextField id="since" name="since" type="date" label="From (UTC)" defaultValue={filter.since ?? ""} />
        <TextField id="until" name="until" type="date" label="To (UTC)" defaultValue={filter.until ?? ""} />
        <FilterSelect name="mode" label="Mode" value={filter.mode}>
          <option value="live">Live</option>
          <option value="test">Test</option>
        </FilterSelect>
        <FilterSelect name="kind" label="What" value={filter.kind}>
          <option value="check">Checks</option>
          <option value="reversal">Credits</option>
        </FilterSelect>
        <FilterSelect name="credits" label="Credit notes" value={filter.credits}>
          <option value="without">Without them</option>
          <option value="only">Only them</option>
        </FilterSelect>
        <FilterSelect name="provider" label="eID" value={filter.provider}>
          <option value="s">{eidName("s")}</option>
          <option value="b">{eidName("b")}</option>
        </FilterSelect>
        <FilterSelect name="key" label="Key" value={filter.key}>
          {keys.map(({ key, label }) => (
            <option key={key} value={key}>
              {label || key}
            </option>
          ))}
        </FilterSelect>
        <TextField id="host" name="host" label="Host" defaultValue={filter.host ?? ""} autoComplete="off" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button>Apply</Button>
        {ledgerQuery(filter) && (
          <ButtonLink variant="ghost" href="/dashboard/billing/events">
            Clear filters
          </ButtonLink>
        )}
      </div>
    </form>
  );
}

type SelectProps = { name: string; label: string; value: string | null | undefined; children: ReactNode };

/** Selects a filter; the first option, "Any", filters nothing. */
function FilterSelect({ name, label, value, children }: SelectProps) {
  return (
    <SelectField id={name} name={name} label={label} defaultValue={value ?? ""}>
      <option value="">Any</option>
      {children}
    </SelectField>
  );
}
