import { ActionForm } from "#app/_ui/action-form.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { TextArea, TextField } from "#app/_ui/text-field.tsx";
import { type OrganizationSettings, TIME_ZONES } from "#lib/organizations/settings.ts";
import { saveOrganization } from "../actions.ts";

type Props = { organization: string; settings: OrganizationSettings; disabledReason: string | null };

/** Shows what invoices say of the organization, and the time zone of these pages. */
export function OrganizationForm({ organization, settings, disabledReason }: Props) {
  const shown = {
    legalAddress: settings.legalAddress ?? "",
    vatNumber: settings.vatNumber ?? "",
    timeZone: settings.timeZone,
  };
  return (
    <ActionForm
      action={saveOrganization}
      organization={organization}
      shown={shown}
      button="Save organization"
      disabledReason={disabledReason}
    >
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
        className="medium"
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
        {TIME_ZONES.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </SelectField>
    </ActionForm>
  );
}
