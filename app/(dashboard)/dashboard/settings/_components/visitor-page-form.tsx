import { CheckboxField } from "#app/_ui/checkbox-field.tsx";
import { RadioField } from "#app/_ui/radio-field.tsx";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { FileField, TextField } from "#app/_ui/text-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { VERIFIED_DEVICE_CHOICES } from "#app/(dashboard)/_lib/choices.ts";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { LANGUAGE_NAMES } from "#app/verify/_views/messages.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import type { readBranding } from "#lib/organizations/branding.ts";
import type { OrganizationSettings } from "#lib/organizations/settings.ts";
import { OUR_ACCENT } from "../_lib/our-accent.ts";
import { saveVisitorPage } from "../actions.ts";
import { ColourField } from "./colour-field.tsx";

export type Branding = Extract<Awaited<ReturnType<typeof readBranding>>, { ok: true }>["read"];

type Props = { settings: OrganizationSettings; branding: Branding };

/** Shows what a shop decides about the pages that its visitors see. The preview beside it follows. */
export function VisitorPageForm({ settings, branding }: Props) {
  const shown = {
    name: settings.name,
    accent: branding.accent ?? OUR_ACCENT,
    language: settings.language ?? "",
    verifiedDevices: settings.verifiedDevices,
  };
  return (
    <MemberForm
      permission="change settings"
      action={saveVisitorPage}
      shown={shown}
      button="Save visitor’s page"
      variant="primary"
    >
      <TextField
        id="name"
        name="name"
        label="Shop name"
        hint="Shown with your verified host, and on invoices."
        defaultValue={shown.name}
        required
        maxLength={80}
      />
      <ColourField saved={shown.accent} />
      <div className="grid justify-items-start gap-1.5">
        <FileField
          id="logo"
          name="logo"
          maxBytes={64 * 1024}
          tooLarge="This file is larger than 64 KB. Save it smaller."
          accept="image/png,image/jpeg,image/webp"
          label={branding.logo ? "Replace the logo" : "Logo"}
          hint="PNG, JPEG or WebP, up to 64 KB and 2,000 pixels."
        />
        {branding.logo && <CheckboxField id="removeLogo" name="removeLogo" label="Remove the logo" />}
      </div>
      <RadioField
        segments
        legend="Language"
        name="language"
        defaultValue={shown.language}
        choices={[
          { value: "", label: "Visitor’s own" },
          ...LANGUAGES.map((value) => ({ value, label: <span lang={value}>{LANGUAGE_NAMES[value]}</span> })),
        ]}
      />
      <SelectField
        id="verifiedDevices"
        name="verifiedDevices"
        label="When a visitor has just been confirmed"
        hint={`Applies to ${eidName("s")}, for 30 minutes. A key can have its own setting.`}
        defaultValue={shown.verifiedDevices}
      >
        <Options choices={VERIFIED_DEVICE_CHOICES} />
      </SelectField>
    </MemberForm>
  );
}
