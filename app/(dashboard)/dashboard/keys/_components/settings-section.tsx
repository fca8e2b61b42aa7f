import { SettingsSection } from "#app/_ui/section.tsx";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { LANGUAGE_CHOICES, VERIFIED_DEVICE_CHOICES } from "#app/(dashboard)/_lib/choices.ts";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { saveSettings } from "../actions.ts";
import { KeyForm } from "./key-form.tsx";
import type { Key } from "./key-state.tsx";

type Props = {
  row: Key;
  /** The limits that hold if the key has none of its own; `null`: they could not be loaded. */
  given: { callsPerMinute: number; callsPerAddress: number } | null;
};

/** Saves all settings of a key at once. */
export async function KeySettingsSection({ row, given }: Props) {
  const { count } = await readerFormats();
  const usual = given === null ? "your plan’s limit" : count(given.callsPerMinute);
  const usualOfAddress = given === null ? "your plan’s limit" : count(given.callsPerAddress);
  const shown = {
    label: row.label,
    language: row.language ?? "",
    verifiedDevices: row.verifiedDevices ?? "",
    limit: String(row.callsPerMinute ?? ""),
    addressLimit: String(row.callsPerAddress ?? ""),
    brake: String(row.acceptedPerHour ?? ""),
    fallback: row.fallbackUrl ?? "",
  };
  return (
    <SettingsSection id="settings" heading="Settings" lead="Leave empty to use the organization’s setting.">
      <KeyForm action={saveSettings} keyText={row.key} shown={shown} button="Save settings" variant="primary">
        <TextField id="label" name="label" label="Label" defaultValue={shown.label} maxLength={80} />
        <SelectField
          id="language"
          name="language"
          label="Language of the visitor’s page"
          hint="Visitors can always choose another."
          defaultValue={shown.language}
        >
          <option value="">Same as the organization</option>
          <Options choices={LANGUAGE_CHOICES} />
        </SelectField>
        <SelectField
          id="verifiedDevices"
          name="verifiedDevices"
          label="When a visitor has just been confirmed"
          hint={`Applies to ${eidName("s", row.mode)}, for 30 minutes, and not to a page of yours that fetches. Refusing saves the price of another check.`}
          defaultValue={shown.verifiedDevices}
        >
          <option value="">Same as the organization</option>
          <Options choices={VERIFIED_DEVICE_CHOICES} />
        </SelectField>
        <TextField
          id="fallback"
          name="fallback"
          label="For visitors without an eID"
          hint="A page of yours with another way, such as showing an ID at the door. Our pages link to it."
          defaultValue={shown.fallback}
          inputMode="url"
          autoComplete="off"
        />
        <TextField
          id="limit"
          name="limit"
          label="Calls per minute"
          hint={`Accepted calls. Those above it are refused for a moment. Leave empty for ${usual}.`}
          defaultValue={shown.limit}
          inputMode="numeric"
          autoComplete="off"
          className="w-32"
        />
        <TextField
          id="addressLimit"
          name="addressLimit"
          label="Calls per minute from one address"
          hint={`Accepted calls that do not carry the key’s secret, and never more than half of the calls per minute: one address cannot use up what your other visitors need. Leave empty for ${usualOfAddress}.`}
          defaultValue={shown.addressLimit}
          inputMode="numeric"
          autoComplete="off"
          className="w-32"
        />
        <TextField
          id="brake"
          name="brake"
          label="Pause after this many calls per hour"
          hint="We e-mail everyone who can resume it. Only accepted calls with the key’s secret count: a stranger cannot pause your key. Leave empty to never pause."
          defaultValue={shown.brake}
          inputMode="numeric"
          autoComplete="off"
          className="w-32"
        />
      </KeyForm>
    </SettingsSection>
  );
}
