import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { changeRoleAction, removeMemberAction } from "#app/(dashboard)/dashboard/team/actions.ts";
import { ROLES, type Role } from "#lib/core/permission.rules.ts";
import { nameOfRole } from "./matrix.tsx";

type Row = { userId: string; email: string; role: Role };
/** `given`: the roles that the signed-in member may give. */
type Props = { row: Row; isMe: boolean; organization: string; given: Role[]; disabledReason: string | null };

export function MemberForm({ row: { userId, email, role }, isMe, organization, given, disabledReason }: Props) {
  const hidden = { member: userId };
  return (
    <li className="grid gap-3 py-4">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{email}</span> <Badge>{nameOfRole(role)}</Badge> {isMe && <Badge>you</Badge>}
      </p>
      {!isMe && (
        <details>
          <summary className="w-fit rounded py-1 text-accent underline">
            Change or remove<span className="sr-only"> {email}</span>
          </summary>
          <div className="mt-3 grid gap-5 border-l-2 border-line pl-4 sm:grid-cols-2">
            <ActionForm
              action={changeRoleAction}
              organization={organization}
              hidden={hidden}
              button="Save the role"
              disabledReason={disabledReason}
            >
              <SelectField id={`role-${userId}`} name="role" label="Role" defaultValue={role}>
                {ROLES.filter((one) => one === role || given.includes(one)).map((one) => (
                  <option key={one} value={one}>
                    {nameOfRole(one)}
                  </option>
                ))}
              </SelectField>
            </ActionForm>
            <ActionForm
              action={removeMemberAction}
              organization={organization}
              hidden={hidden}
              button="Remove from the team"
              variant="destructive"
              disabledReason={disabledReason}
            />
          </div>
        </details>
      )}
    </li>
  );
}
