import { ActionForm } from "#app/_ui/action-form.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { ROLES, type Role } from "#lib/core/permission.rules.ts";
import { changeRoleAction, removeMemberAction } from "../actions.ts";
import { nameOfRole } from "./matrix.tsx";

type Props = {
  row: { userId: string; role: Role };
  organization: string;
  /** The roles that the signed-in member may give. */
  given: readonly Role[];
  disabledReason: string | null;
};

/** Changes the role of a member, or removes them. */
export function MemberForms({ row: { userId, role }, organization, given, disabledReason }: Props) {
  const form = { organization, hidden: { member: userId }, disabledReason };
  return (
    <div className="stack">
      <ActionForm action={changeRoleAction} {...form} button="Change role" variant="primary">
        <SelectField id={`role-${userId}`} name="role" label="Role" defaultValue={role}>
          {ROLES.filter((one) => one === role || given.includes(one)).map((one) => (
            <option key={one} value={one}>
              {nameOfRole(one)}
            </option>
          ))}
        </SelectField>
      </ActionForm>
      <section className="stack">
        <h2>Danger</h2>
        <p className="meta">They lose access at once. You can invite them again.</p>
        <ActionForm action={removeMemberAction} {...form} button="Remove member" variant="destructive" />
      </section>
    </div>
  );
}
