import { Icon } from "#app/_ui/icon.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { AGES, type ReadOptions } from "../_lib/options.ts";
import { pageFlawWords } from "../_lib/typed-page.rules.ts";
import { ChooseForm } from "./choose-form.tsx";

type Props = {
  mode: Mode;
  options: ReadOptions;
  /** Has both modes: a key of the other one changes the mode. */
  keys: readonly { key: string; label: string; mode: Mode }[];
  providers: readonly ProviderId[];
};

export function Choose({ mode, options, keys, providers }: Props) {
  const { key, provider, age, page, platform, pageFlaw } = options;
  return (
    <section aria-labelledby="choose">
      <h2 id="choose" className="num1">
        Choose
      </h2>
      <ChooseForm>
        {mode === "test" && <input type="hidden" name="mode" value="test" />}
        <input type="hidden" name="platform" value={platform} />
        <div className="field">
          <label htmlFor="key">Key</label>
          <select className="input" id="key" name="key" defaultValue={key} key={key}>
            {keys.map((one) => (
              <option key={one.key} value={one.key}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </div>
        <Radios legend="Age" name="age" chosen={String(age)} choices={AGES.map((one) => [String(one), String(one)])} />
        {providers.length > 1 && (
          <Radios
            legend="eID"
            name="eid"
            chosen={provider}
            choices={providers.map((one) => [one, eidName(one, mode)])}
          />
        )}
        <div className="field">
          <label htmlFor="page">Return page</label>
          <input
            key={page}
            className="input"
            id="page"
            name="page"
            defaultValue={page}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={pageFlaw === null ? undefined : true}
            aria-describedby={pageFlaw === null ? undefined : "page-error"}
          />
          {pageFlaw !== null && (
            <span id="page-error" className="error">
              <Icon name="alert" />
              {pageFlawWords(pageFlaw)}
            </span>
          )}
        </div>
      </ChooseForm>
    </section>
  );
}

/** With its mode, unless its label says that. */
function nameOf({ key, label, mode }: Props["keys"][number]): string {
  return label.toLowerCase() === mode ? label : `${label || shortKey(key)} (${mode})`;
}

type RadiosProps = { legend: string; name: string; chosen: string; choices: readonly [value: string, label: string][] };

function Radios({ legend, name, chosen, choices }: RadiosProps) {
  return (
    <fieldset className="field" key={chosen}>
      <legend>{legend}</legend>
      <div className="seg">
        {choices.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
