import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { FilterSelect } from "#app/(dashboard)/dashboard/_components/filter-select.tsx";
import { codesOf } from "#lib/activity/explanation.rules.ts";
import { type ActivityFilter, filterParams } from "#lib/activity/filter.rules.ts";

type Props = { filter: ActivityFilter; keys: readonly { key: string; label: string }[] };

/** The filters of the address as a form; sending it opens the filtered address. It works without script. */
export function FilterForm({ filter, keys }: Props) {
  const given = filterParams(filter);
  const codes = [...new Set([...codesOf("call"), ...codesOf("step"), ...codesOf("check")])].toSorted();
  return (
    <form action="/dashboard/checks" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <FilterSelect name="kind" label="What" value={given.get("kind")}>
          <option value="call">Calls of a generator</option>
          <option value="step">Steps of visitors</option>
          <option value="check">Token checks</option>
        </FilterSelect>
        <FilterSelect name="result" label="Result" value={given.get("result")}>
          <option value="ok">Went well</option>
          <option value="refused">Refused or failed</option>
        </FilterSelect>
        <FilterSelect name="code" label="Reason" value={given.get("code")}>
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </FilterSelect>
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
          <FilterSelect name="provider" label="eID" value={given.get("provider")}>
            <option value="s">{eidName("s")}</option>
            <option value="b">{eidName("b")}</option>
          </FilterSelect>
          <FilterSelect name="mode" label="Mode" value={given.get("mode")}>
            <option value="test">Test</option>
            <option value="live">Live</option>
          </FilterSelect>
          <FilterSelect name="key" label="Key" value={given.get("key")}>
            {keys.map(({ key, label }) => (
              <option key={key} value={key}>
                {label || key}
              </option>
            ))}
          </FilterSelect>
          <TextField id="host" name="host" label="Host" defaultValue={given.get("host") ?? ""} autoComplete="off" />
          <TextField id="since" name="since" type="date" label="From (UTC)" defaultValue={given.get("since") ?? ""} />
          <TextField id="until" name="until" type="date" label="To (UTC)" defaultValue={given.get("until") ?? ""} />
        </div>
      </Disclosure>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary">Show</Button>
        {given.size > 0 && (
          <ButtonLink href="/dashboard/checks" prefetch={false}>
            Clear the filters
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
