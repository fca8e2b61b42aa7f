import { ActionForm } from "#app/_ui/action-form.tsx";
import { ConfirmField } from "#app/_ui/text-field.tsx";
import { removeDomainAction } from "../actions.ts";

type Props = { organization: string; host: string; unicode: string; disabledReason: string | null };

export function RemoveForm({ organization, host, unicode, disabledReason }: Props) {
  return (
    <ActionForm
      action={removeDomainAction}
      organization={organization}
      hidden={{ host }}
      button="Remove domain"
      variant="destructive"
      cancel={`/dashboard/domains/${host}`}
      disabledReason={disabledReason}
    >
      <p>Calls for this host are refused at once. You can add it again later, with a new record.</p>
      <ConfirmField name={<b>{unicode}</b>} />
    </ActionForm>
  );
}
