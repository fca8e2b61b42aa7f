import { ActionForm } from "#app/_ui/action-form.tsx";
import { Section } from "#app/_ui/section.tsx";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { LANGUAGE_CHOICES, VERIFIED_DEVICE_CHOICES } from "#app/(dashboard)/_lib/choices.ts";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import type { Language } from "#lib/core/language.rules.ts";
import type { VerifiedDevices } from "#lib/core/provider.rules.ts";
import { setLanguage, setVerifiedDevices } from "../actions.ts";

type Props = {
  organization: string;
  row: { key: string; language: Language | null; verifiedDevices: VerifiedDevices | null };
  disabledReason: string | null;
};

/** What visitors of a key meet: the language of our pages, and the answer to a device that has just proven the age. */
export function VisitorsCard({ organization, row: { key, language, verifiedDevices }, disabledReason }: Props) {
  const form = { organization, hidden: { key }, disabledReason };
  return (
    <Section heading="Its visitors">
      <div className="grid gap-6 lg:grid-cols-2">
        <ActionForm action={setLanguage} {...form} button="Save the language">
          <SelectField
            id="language"
            name="language"
            label="Language of our pages"
            hint="Visitors can always choose another."
            defaultValue={language ?? ""}
          >
            <option value="">As the organization has it</option>
            <Options choices={LANGUAGE_CHOICES} />
          </SelectField>
        </ActionForm>
        <ActionForm action={setVerifiedDevices} {...form} button="Save">
          <SelectField
            id="verifiedDevices"
            name="verifiedDevices"
            label="When a visitor has just proven the age"
            hint={`With ${eidName("s")}, for half an hour after the proof.`}
            defaultValue={verifiedDevices ?? ""}
          >
            <option value="">As the organization has it</option>
            <Options choices={VERIFIED_DEVICE_CHOICES} />
          </SelectField>
        </ActionForm>
      </div>
    </Section>
  );
}
