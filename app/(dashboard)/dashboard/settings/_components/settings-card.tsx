import { ActionForm } from "#app/_ui/action-form.tsx";
import { Section } from "#app/_ui/section.tsx";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { TextArea, TextField } from "#app/_ui/text-field.tsx";
import { LANGUAGE_CHOICES, VERIFIED_DEVICE_CHOICES } from "#app/(dashboard)/_lib/choices.ts";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { type readSettings, TIME_ZONES } from "#lib/organizations/settings.ts";
import { changeSettingsAction } from "../actions.ts";

type Settings = Extract<Awaited<ReturnType<typeof readSettings>>, { ok: true }>["read"];

/** The settings that hold for all keys of an organization. */
export function SettingsCard({
  organization,
  settings,
  disabledReason,
}: {
  organization: string;
  settings: Settings;
  disabledReason: string | null;
}) {
  return (
    <Section heading="Organization">
      <ActionForm
        action={changeSettingsAction}
        organization={organization}
        button="Save"
        variant="primary"
        disabledReason={disabledReason}
      >
        <TextField
          id="name"
          name="name"
          label="Name"
          hint="Visitors read it beside the shop’s host."
          defaultValue={settings.name}
          required
          maxLength={80}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            id="language"
            name="language"
            label="Default language"
            hint="A key can have its own, and visitors choose."
            defaultValue={settings.language ?? ""}
          >
            <option value="">What the visitor’s browser asks for</option>
            <Options choices={LANGUAGE_CHOICES} />
          </SelectField>
          <SelectField
            id="timeZone"
            name="timeZone"
            label="Time zone"
            hint="In which these pages tell dates and times."
            defaultValue={settings.timeZone}
          >
            {TIME_ZONES.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </SelectField>
        </div>
        <SelectField
          id="verifiedDevices"
          name="verifiedDevices"
          label="When a visitor has just proven the age"
          hint={`With ${eidName("s")}, for half an hour after the proof. A key can have its own.`}
          defaultValue={settings.verifiedDevices}
        >
          <Options choices={VERIFIED_DEVICE_CHOICES} />
        </SelectField>
        <TextArea
          id="legalAddress"
          name="legalAddress"
          label="Legal address"
          hint="Stands on your invoices."
          rows={4}
          maxLength={500}
          defaultValue={settings.legalAddress ?? ""}
        />
      </ActionForm>
    </Section>
  );
}
