import { Notice } from "#app/_ui/notice.tsx";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import type { Permission } from "#lib/core/permission.rules.ts";
import { listMembers } from "#lib/organizations/member.ts";

type Props = Pick<CurrentMembership, "user" | "organization"> & { id: string; what: string; permission: Permission };

/** Says above a page whose forms this role may not send who may, and whom to ask. */
export async function ReadOnly({ id, user, organization, what, permission }: Props) {
  const members = await loadOrFail("members", () => listMembers(user, organization.id));
  const owner = members?.ok ? members.rows.find(({ role }) => role === "owner") : undefined;
  return (
    <Notice variant="plain" icon="lock" id={id}>
      <span>
        <b>You can view this page, but not change it.</b> {what} are for {whoMay(permission).toLowerCase()}; your role
        is {organization.role}.
      </span>
      {owner && <a href={`mailto:${owner.email}`}>Ask {owner.email}</a>}
    </Notice>
  );
}
