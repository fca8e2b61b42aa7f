import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Button } from "#app/_ui/button.tsx";
import { DialogLink } from "#app/_ui/dialog-link.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { ReadOnly } from "#app/(dashboard)/dashboard/_components/read-only.tsx";
import { permissionToGive, type Role, rolesGivenBy } from "#lib/core/permission.rules.ts";
import { listInvitations } from "#lib/organizations/invitation.ts";
import { listMembers } from "#lib/organizations/member.ts";
import { InviteForm } from "./_components/invite-form.tsx";
import { Matrix } from "./_components/matrix.tsx";
import { MembersTable } from "./_components/members-table.tsx";
import { permissionToChange } from "./_lib/permission-to-change.ts";
import { leaveAction } from "./actions.ts";

export const metadata: Metadata = { title: "Team" };

export default async function Team() {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const [members, invitations] = await Promise.all([
    loadOrFail("members", () => listMembers(user, id)),
    loadOrFail("invitations", () => listInvitations(user, id)),
  ]);
  const given = rolesGivenBy(role);
  const inviteReason = disabledReasonFor(role, "invite members");
  const invite = (
    <DialogLink href="/dashboard/team/invite" variant="primary" label="Invite member" heading="Invite member">
      <InviteForm organization={id} given={given} disabledReason={inviteReason} />
    </DialogLink>
  );
  return (
    <>
      <PageHeader
        heading="Team"
        help="team"
        action={
          inviteReason === null ? (
            invite
          ) : (
            <Button type="button" aria-disabled="true" aria-describedby="invite-reason">
              Invite member
            </Button>
          )
        }
      />
      {inviteReason !== null && (
        <ReadOnly
          id="invite-reason"
          user={user}
          organization={organization}
          what="Roles and invitations"
          permission="invite members"
        />
      )}
      {members?.ok ? (
        <MembersTable
          members={members.rows}
          invitations={invitations?.ok ? invitations.rows : []}
          me={user.id}
          organization={id}
          memberReason={(of: Role) => disabledReasonFor(role, permissionToChange(of))}
          invitationReason={(of: Role) => inviteReason ?? disabledReasonFor(role, permissionToGive(of))}
          given={given}
          timeZone={timeZone}
          now={new Date()}
        />
      ) : (
        <LoadError what="The members" here="/dashboard/team" />
      )}
      {!invitations?.ok && <LoadError what="The open invitations" here="/dashboard/team" />}
      <Section
        heading="What each role may do"
        lead="Actions that cannot be undone need a sign-in within the last ten minutes."
      >
        <Matrix chosen={role} />
      </Section>
      <Section heading="Leave" lead="You lose access at once. An owner or admin can invite you again.">
        <ActionForm
          action={leaveAction}
          organization={id}
          button={`Leave ${organization.name}`}
          variant="destructive"
        />
      </Section>
    </>
  );
}
