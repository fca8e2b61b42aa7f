import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { type Permission, ROLES, type Role, rolesGivenBy } from "#lib/core/permission.rules.ts";
import { changeRoleAction, removeMemberAction } from "../actions.ts";
import { nameOfRole } from "./matrix.tsx";

/** Changes the role of a member, or removes them. */
export async function MemberForms({ row: { userId, role } }: { row: { userId: string; role: Role } }) {
  const given = rolesGivenBy((await currentMembership()).organization.role);
  const form = { permission: permissionToChange(role), hidden: { member: userId } };
  return (
    <div className="grid gap-4">
      <MemberForm action={changeRoleAction} {...form} button="Change role" variant="primary">
        <SelectField id={`role-${userId}`} name="role" label="Role" defaultValue={role}>
          <RoleOptions roles={ROLES.filter((one) => one === role || given.includes(one))} />
        </SelectField>
      </MemberForm>
      <section className="grid gap-4">
        <h2>Remove member</h2>
        <p className="text-meta text-soft">They lose access at once. You can invite them again.</p>
        <MemberForm action={removeMemberAction} {...form} button="Remove member" variant="destructive" />
      </section>
    </div>
  );
}

export function RoleOptions({ roles }: { roles: readonly Role[] }) {
  return <Options choices={roles.map((role) => [role, nameOfRole(role)] as const)} />;
}

/** Says what it takes to change or remove a member with this role. */
export function permissionToChange(role: Role): Permission {
  return role === "owner" ? "make or unmake owners" : "change roles";
}
