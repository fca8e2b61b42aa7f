import { Badge } from "#app/_ui/badge.tsx";
import { Button } from "#app/_ui/button.tsx";
import { DialogLink } from "#app/_ui/dialog-link.tsx";
import { Table } from "#app/_ui/table.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { initialsOf } from "#app/(dashboard)/_lib/initials.ts";
import type { RowOf } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { mayEver, permissionToGive } from "#lib/core/permission.rules.ts";
import type { listInvitations } from "#lib/organizations/invitation.ts";
import type { listMembers } from "#lib/organizations/member.ts";
import { inviteAction, revokeInvitationAction } from "../actions.ts";
import { nameOfRole } from "./matrix.tsx";
import { MemberForms, permissionToChange } from "./member-forms.tsx";

type Props = {
  members: readonly RowOf<typeof listMembers>[];
  invitations: readonly RowOf<typeof listInvitations>[];
};

/** Lists members and open invitations. We know no names of people, so their address is their name. */
export async function MembersTable({ members, invitations }: Props) {
  const { user, organization } = await currentMembership();
  const { shortDay, when } = await readerDates();
  const mayInvite = mayEver(organization.role, "invite members");
  return (
    <div className="box team">
      <Table
        caption="Members"
        stack
        head={["Member", "Role", "Last seen", { name: <span className="sr">Change</span>, className: "num" }]}
      >
        {members.map((row) => {
          const reason = disabledReasonFor(organization.role, permissionToChange(row.role));
          const isMe = row.userId === user.id;
          return (
            <tr key={row.userId} className="member">
              <th scope="row" className="whole">
                <Person email={row.email} isMe={isMe} />
              </th>
              <td className="meta-s">{nameOfRole(row.role)}</td>
              <td className="nw meta-s cap">{isMe ? "Now" : row.lastSeenAt ? when(row.lastSeenAt) : "Signed out"}</td>
              <td className="num">
                {!isMe &&
                  (reason === null ? (
                    <DialogLink
                      href={`/dashboard/team/${row.userId}`}
                      size="sm"
                      label={
                        <>
                          Change<span className="sr"> {row.email}</span>
                        </>
                      }
                      heading={row.email}
                    >
                      <MemberForms row={row} />
                    </DialogLink>
                  ) : (
                    <Button type="button" size="sm" aria-disabled="true" title={reason}>
                      Change
                      <span className="sr">
                        {" "}
                        {row.email}. {reason}
                      </span>
                    </Button>
                  ))}
              </td>
            </tr>
          );
        })}
        {invitations.map((row) => {
          const form = {
            permission: mayInvite ? permissionToGive(row.role) : "invite members",
            disabledBy: "invite-reason",
            size: "sm",
          } as const;
          return (
            <tr key={row.id} className="member invited">
              <th scope="row" className="whole">
                <Person email={row.email} note={`Invited, until ${shortDay(row.expiresAt)}`} />
              </th>
              <td className="meta-s">{nameOfRole(row.role)}</td>
              <td>
                <MemberForm
                  {...form}
                  action={inviteAction}
                  hidden={{ email: row.email, role: row.role }}
                  button={
                    <>
                      Send again<span className="sr"> to {row.email}</span>
                    </>
                  }
                />
              </td>
              <td className="num">
                <MemberForm
                  {...form}
                  action={revokeInvitationAction}
                  hidden={{ invitation: row.id }}
                  variant="ghost"
                  button={
                    <>
                      Cancel<span className="sr"> the invitation of {row.email}</span>
                    </>
                  }
                />
              </td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}

function Person({ email, isMe, note }: { email: string; isMe?: boolean; note?: string }) {
  return (
    <span className="person">
      <span className="avatar" aria-hidden="true">
        {note ? "?" : initialsOf(email)}
      </span>
      <span>
        {email} {isMe && <Badge>You</Badge>}
        {note && <span className="meta">{note}</span>}
      </span>
    </span>
  );
}
