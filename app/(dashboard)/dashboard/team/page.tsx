import type { Metadata } from "next";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { MemberDialog, MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { ReadOnly } from "#app/(dashboard)/dashboard/_components/read-only.tsx";
import { mayEver } from "#lib/core/permission.rules.ts";
import { listInvitations } from "#lib/organizations/invitation.ts";
import { listMembers } from "#lib/organizations/member.ts";
import { InviteForm } from "./_components/invite-form.tsx";
import { Matrix } from "./_components/matrix.tsx";
import { MembersTable } from "./_components/members-table.tsx";
import { leaveAction } from "./actions.ts";

export const metadata: Metadata = { title: "Team" };

export default async function Team() {
  const { user, organization } = await currentMembership();
  const { id, role } = organization;
  const [members, invitations] = await Promise.all([
    loadOrFail("members", () => listMembers(user, id)),
    loadOrFail("invitations", () => listInvitations(user, id)),
  ]);
  return (
    <>
      <PageHeader
        heading="Team"
        help="team"
        action={
          <MemberDialog
            permission="invite members"
            disabledBy="invite-reason"
            href="/dashboard/team/invite"
            variant="primary"
            label="Invite member"
            heading="Invite member"
          >
            <InviteForm />
          </MemberDialog>
        }
      />
      {!mayEver(role, "invite members") && (
        <ReadOnly
          id="invite-reason"
          user={user}
          organization={organization}
          what="Roles and invitations"
          permission="invite members"
        />
      )}
      {members?.ok ? (
        <MembersTable members={members.rows} invitations={invitations?.ok ? invitations.rows : []} />
      ) : (
        <LoadError what="The members" here="/dashboard/team" />
      )}
      {!invitations?.ok && <LoadError what="The open invitations" here="/dashboard/team" />}
      <Section heading="Roles" lead="Actions that cannot be undone need a sign-in within the last ten minutes.">
        <Disclosure summary="What each role may do">
          <Matrix chosen={role} />
        </Disclosure>
      </Section>
      <Section heading="Leave" lead="You lose access at once. An owner or admin can invite you again.">
        <MemberForm action={leaveAction} button={`Leave ${organization.name}`} variant="destructive" />
      </Section>
    </>
  );
}
