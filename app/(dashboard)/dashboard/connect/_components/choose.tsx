import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
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
        <SelectField id="key" name="key" label="Key" defaultValue={key}>
          <Options choices={keys.map((one) => [one.key, nameOf(one)])} />
        </SelectField>
        <Radios legend="Age" name="age" chosen={String(age)} choices={AGES.map((one) => [String(one), String(one)])} />
        {providers.length > 1 && (
          <Radios
            legend="eID"
            name="eid"
            chosen={provider}
            choices={providers.map((one) => [one, eidName(one, mode)])}
          />
        )}
        <TextField
          key={page}
          id="page"
          name="page"
          label="Return page"
          defaultValue={page}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          error={pageFlaw === null ? undefined : pageFlawWords(pageFlaw)}
        />
      </ChooseForm>
    </section>
  );
}

/** Names a key with its mode, unless its label says that. */
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
