import { ActionForm } from "#app/_ui/action-form.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { ROLES, type Role } from "#lib/core/permission.rules.ts";
import { inviteAction } from "../actions.ts";
import { nameOfRole } from "./matrix.tsx";

type Props = { organization: string; given: readonly Role[]; disabledReason: string | null };

export function InviteForm({ organization, given, disabledReason }: Props) {
  return (
    <ActionForm
      action={inviteAction}
      organization={organization}
      button="Send invitation"
      variant="primary"
      disabledReason={disabledReason}
    >
      <TextField id="email" name="email" type="email" label="E-mail address" required maxLength={254} />
      <SelectField id="role" name="role" label="Role" defaultValue="developer">
        {(given.length > 0 ? given : ROLES).map((one) => (
          <option key={one} value={one}>
            {nameOfRole(one)}
          </option>
        ))}
      </SelectField>
      <p className="meta">The invitation works once, for seven days, and only for this address.</p>
    </ActionForm>
  );
}
