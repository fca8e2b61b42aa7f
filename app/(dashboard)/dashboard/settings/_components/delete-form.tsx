import { ActionForm } from "#app/_ui/action-form.tsx";
import { ConfirmField } from "#app/_ui/text-field.tsx";
import { deleteOrganizationAction } from "../actions.ts";

type Props = { organization: string; name: string; disabledReason: string | null };

/** Asks for the organization's name before it is deleted. */
export function DeleteForm({ organization, name, disabledReason }: Props) {
  return (
    <ActionForm
      action={deleteOrganizationAction}
      organization={organization}
      button="Delete organization"
      variant="destructive"
      cancel="/dashboard/settings"
      disabledReason={disabledReason}
    >
      <p>
        Its keys stop working with the next call, and this cannot be undone. Billed checks, invoices and the audit log
        are kept, as bookkeeping law requires.
      </p>
      <ConfirmField name={<b>{name}</b>} />
    </ActionForm>
  );
}
