import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { permissionToGive, ROLES, rolesGivenBy } from "#lib/core/permission.rules.ts";
import { listInvitations } from "#lib/organizations/invitation.ts";
import { listMembers } from "#lib/organizations/member.ts";
import { Matrix, nameOfRole } from "./_components/matrix.tsx";
import { MemberForm } from "./_components/member-form.tsx";
import { inviteAction, leaveAction, revokeInvitationAction } from "./actions.ts";

export const metadata: Metadata = { title: "Team" };

export default async function Team() {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const members = await loadOrFail("members", () => listMembers(user, id));
  const invitations = await loadOrFail("invitations", () => listInvitations(user, id));
  const given = rolesGivenBy(role);
  const inviteDisabledReason = disabledReasonFor(role, "invite members");
  return (
    <>
      <PageHeader heading="Team">
        <p>Who works on {organization.name}, and what each may do.</p>
      </PageHeader>
      <Section heading="Members">
        {members?.ok ? (
          <ul className="divide-y divide-line">
            {members.rows.map((row) => (
              <MemberForm
                key={row.userId}
                row={row}
                isMe={row.userId === user.id}
                organization={id}
                given={given}
                disabledReason={disabledReasonFor(
                  role,
                  row.role === "owner" ? "make or unmake owners" : "change roles",
                )}
              />
            ))}
          </ul>
        ) : (
          <LoadError what="The members" here="/dashboard/team" />
        )}
      </Section>
      <Section heading="Invite somebody" lead="The invitation works once, for seven days, and only for this address.">
        <ActionForm
          action={inviteAction}
          organization={id}
          button="Send the invitation"
          variant="primary"
          disabledReason={inviteDisabledReason}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField id="email" name="email" type="email" label="E-mail address" required maxLength={254} />
            <SelectField id="role" name="role" label="Role" defaultValue="developer">
              {(given.length > 0 ? given : ROLES).map((one) => (
                <option key={one} value={one}>
                  {nameOfRole(one)}
                </option>
              ))}
            </SelectField>
          </div>
        </ActionForm>
        {!invitations?.ok && (
          <div className="mt-6">
            <LoadError what="The open invitations" here="/dashboard/team" />
          </div>
        )}
        {invitations?.ok && invitations.rows.length > 0 && (
          <>
            <h3 className="mt-6 font-semibold">Open invitations</h3>
            <ul className="divide-y divide-line">
              {invitations.rows.map((row) => (
                <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <p className="flex flex-wrap items-center gap-2">
                    {row.email} <Badge>{nameOfRole(row.role)}</Badge>
                    <span className="text-sm text-soft">until {formatDate(row.expiresAt, timeZone)}</span>
                  </p>
                  <ActionForm
                    action={revokeInvitationAction}
                    organization={id}
                    hidden={{ invitation: row.id }}
                    button={
                      <>
                        Take back<span className="sr-only"> the invitation of {row.email}</span>
                      </>
                    }
                    size="sm"
                    disabledReason={inviteDisabledReason ?? disabledReasonFor(role, permissionToGive(row.role))}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
      <Section heading="Roles" lead="What each role may do. Some of it asks for a sign-in of the last ten minutes.">
        <Matrix />
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
