import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { TextArea, TextField } from "#app/_ui/text-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { type OrganizationSettings, TIME_ZONES } from "#lib/organizations/settings.ts";
import { saveOrganization } from "../actions.ts";

/** Shows what invoices say of the organization, and the time zone of these pages. */
export function OrganizationForm({ settings }: { settings: OrganizationSettings }) {
  const shown = {
    legalAddress: settings.legalAddress ?? "",
    vatNumber: settings.vatNumber ?? "",
    timeZone: settings.timeZone,
  };
  return (
    <MemberForm permission="change settings" action={saveOrganization} shown={shown} button="Save organization">
      <TextArea
        id="legalAddress"
        name="legalAddress"
        label="Address on invoices"
        hint="Include the legal name if it differs from the shop’s name."
        rows={3}
        maxLength={500}
        autoComplete="street-address"
        defaultValue={shown.legalAddress}
      />
      <TextField
        id="vatNumber"
        name="vatNumber"
        className="max-w-48"
        label="VAT number"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        defaultValue={shown.vatNumber}
      />
      <SelectField
        id="timeZone"
        name="timeZone"
        label="Time zone"
        hint="For the dates and times in this dashboard."
        defaultValue={shown.timeZone}
      >
        <Options choices={TIME_ZONES.map((zone) => [zone, zone.replaceAll("_", " ")] as const)} />
      </SelectField>
    </MemberForm>
  );
}
