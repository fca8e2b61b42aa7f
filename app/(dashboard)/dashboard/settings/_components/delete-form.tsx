import { ConfirmField } from "#app/_ui/text-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { deleteOrganizationAction } from "../actions.ts";

/** Asks for the organization's name before it is deleted. */
export function DeleteForm({ name }: { name: string }) {
  return (
    <MemberForm
      permission="delete the organization"
      action={deleteOrganizationAction}
      button="Delete organization"
      variant="final"
      cancel="/dashboard/settings"
    >
      <p>
        Its keys stop working with the next call, and this cannot be undone. Billed checks, invoices and the audit log
        are kept, as bookkeeping law requires.
      </p>
      <ConfirmField name={<b>{name}</b>} />
    </MemberForm>
  );
}
