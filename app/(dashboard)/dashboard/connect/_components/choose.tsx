import { RadioField } from "#app/_ui/radio-field.tsx";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
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
  return (
    <ConnectPart number={1} id="choose" heading="Choose">
      <ChooseForm>
        {mode === "test" && <input type="hidden" name="mode" value="test" />}
        <input type="hidden" name="platform" value={platform} />
        <SelectField id="key" name="key" label="Key" defaultValue={key}>
          <Options choices={keys.map((one) => [one.key, nameOf(one)])} />
        </SelectField>
        <RadioField
          legend="Age"
          name="age"
          segments
          defaultValue={String(age)}
          choices={AGES.map((one) => ({ value: String(one), label: one }))}
        />
        {providers.length > 1 && (
          <RadioField
            legend="eID"
            name="eid"
            segments
            defaultValue={provider}
            choices={providers.map((one) => ({ value: one, label: eidName(one, mode) }))}
          />
        )}
        <div className="max-w-field flex-[1_1_16rem]">
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
        </div>
      </ChooseForm>
    </ConnectPart>
  );
}

/** Names a key with its mode, unless its label says that. */
function nameOf({ key, label, mode }: Props["keys"][number]): string {
  return label.toLowerCase() === mode ? label : `${label || shortKey(key)} (${mode})`;
}
