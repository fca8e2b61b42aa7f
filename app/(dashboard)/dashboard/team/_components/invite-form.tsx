import { SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { ROLES, rolesGivenBy } from "#lib/core/permission.rules.ts";
import { inviteAction } from "../actions.ts";
import { RoleOptions } from "./member-forms.tsx";

export async function InviteForm() {
  const given = rolesGivenBy((await currentMembership()).organization.role);
  return (
    <MemberForm permission="invite members" action={inviteAction} button="Send invitation" variant="primary">
      <TextField id="email" name="email" type="email" label="E-mail address" required maxLength={254} />
      <SelectField id="role" name="role" label="Role" defaultValue="developer">
        <RoleOptions roles={given.length > 0 ? given : ROLES} />
      </SelectField>
      <p className="text-meta text-soft">The invitation works once, for seven days, and only for this address.</p>
    </MemberForm>
  );
}
