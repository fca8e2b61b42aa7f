import { describedBy, Field, Fieldset, inputClass, selectClass } from "#app/_ui/field.tsx";
import { SegmentFrame, SegmentRadio } from "#app/_ui/segments.tsx";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { AGES, type ReadOptions } from "../_lib/options.ts";
import { pageFlawWords } from "../_lib/typed-page.rules.ts";
import { ChooseForm } from "./choose-form.tsx";
import { ConnectPart } from "./connect-part.tsx";

type Props = {
  mode: Mode;
  options: ReadOptions;
  /** Has both modes: a key of the other one changes the mode. */
  keys: readonly { key: string; label: string; mode: Mode }[];
  providers: readonly ProviderId[];
};

export function Choose({ mode, options, keys, providers }: Props) {
  const { key, provider, age, page, platform, pageFlaw } = options;
  const error = pageFlaw === null ? undefined : pageFlawWords(pageFlaw);
  return (
    <ConnectPart number={1} id="choose" heading="Choose">
      <ChooseForm>
        {mode === "test" && <input type="hidden" name="mode" value="test" />}
        <input type="hidden" name="platform" value={platform} />
        <Field id="key" label="Key">
          <select key={key} className={selectClass} id="key" name="key" defaultValue={key}>
            {keys.map((one) => (
              <option key={one.key} value={one.key}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </Field>
        <Radios legend="Age" name="age" chosen={String(age)} choices={AGES.map((one) => [String(one), String(one)])} />
        {providers.length > 1 && (
          <Radios
            legend="eID"
            name="eid"
            chosen={provider}
            choices={providers.map((one) => [one, eidName(one, mode)])}
          />
        )}
        <div className="max-w-field flex-[1_1_16rem]">
          <Field id="page" label="Return page" error={error}>
            <input
              key={page}
              className={inputClass}
              name="page"
              defaultValue={page}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              {...describedBy({ id: "page", error })}
            />
          </Field>
        </div>
      </ChooseForm>
    </ConnectPart>
  );
}

/** Names a key with its mode, unless its label says that. */
function nameOf({ key, label, mode }: Props["keys"][number]): string {
  return label.toLowerCase() === mode ? label : `${label || shortKey(key)} (${mode})`;
}

type RadiosProps = { legend: string; name: string; chosen: string; choices: readonly [value: string, label: string][] };

function Radios({ legend, name, chosen, choices }: RadiosProps) {
  return (
    <Fieldset key={chosen} legend={legend}>
      <SegmentFrame>
        {choices.map(([value, label]) => (
          <SegmentRadio key={value} name={name} value={value} defaultChecked={value === chosen}>
            {label}
          </SegmentRadio>
        ))}
      </SegmentFrame>
    </Fieldset>
  );
}
