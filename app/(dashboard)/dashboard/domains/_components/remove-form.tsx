import { ConfirmField } from "#app/_ui/text-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { removeDomainAction } from "../actions.ts";

export function RemoveForm({ host, unicode }: { host: string; unicode: string }) {
  return (
    <MemberForm
      permission="remove domains"
      action={removeDomainAction}
      hidden={{ host }}
      button="Remove domain"
      variant="final"
      cancel={`/dashboard/domains/${host}`}
    >
      <p>Calls for this host are refused at once. You can add it again later, with a new record.</p>
      <ConfirmField name={<b>{unicode}</b>} />
    </MemberForm>
  );
}
