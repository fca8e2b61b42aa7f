import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { Button } from "#app/_ui/button.tsx";
import { DialogLink } from "#app/_ui/dialog-link.tsx";
import { formatShortDay, formatWhen } from "#app/_ui/format-date.ts";
import { Table } from "#app/_ui/table.tsx";
import { initialsOf } from "#app/(dashboard)/_lib/initials.ts";
import type { Role } from "#lib/core/permission.rules.ts";
import { inviteAction, revokeInvitationAction } from "../actions.ts";
import { nameOfRole } from "./matrix.tsx";
import { MemberForms } from "./member-forms.tsx";

type Member = { userId: string; email: string; role: Role; lastSeenAt: Date | null };
type Invitation = { id: string; email: string; role: Role; expiresAt: Date };

type Props = {
  members: readonly Member[];
  invitations: readonly Invitation[];
  me: string;
  organization: string;
  /** Why this member may not change one with a role, or an invitation to it; `null`: they may. */
  memberReason: (role: Role) => string | null;
  invitationReason: (role: Role) => string | null;
  given: readonly Role[];
  timeZone: string;
  now: Date;
};

/** Members and open invitations. We know no names of people, so their address is their name. */
export function MembersTable({ members, invitations, me, memberReason, invitationReason, ...rest }: Props) {
  const { organization, given, timeZone, now } = rest;
  return (
    <div className="box team">
      <Table
        caption="Members"
        stack
        head={["Member", "Role", "Last seen", { name: <span className="sr">Change</span>, className: "num" }]}
      >
        {members.map((row) => {
          const reason = memberReason(row.role);
          return (
            <tr key={row.userId} className="member">
              <th scope="row" className="whole">
                <Person email={row.email} isMe={row.userId === me} />
              </th>
              <td className="meta-s">{nameOfRole(row.role)}</td>
              <td className="nw meta-s cap">
                {row.userId === me ? "Now" : row.lastSeenAt ? formatWhen(row.lastSeenAt, timeZone, now) : "Signed out"}
              </td>
              <td className="num">
                {row.userId !== me &&
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
                      <MemberForms row={row} organization={organization} given={given} disabledReason={null} />
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
        {invitations.map((row) => (
          <tr key={row.id} className="member invited">
            <th scope="row" className="whole">
              <Person email={row.email} note={`Invited, until ${formatShortDay(row.expiresAt, timeZone, now)}`} />
            </th>
            <td className="meta-s">{nameOfRole(row.role)}</td>
            <td>
              <ActionForm
                action={inviteAction}
                organization={organization}
                hidden={{ email: row.email, role: row.role }}
                size="sm"
                button={
                  <>
                    Send again<span className="sr"> to {row.email}</span>
                  </>
                }
                disabledReason={invitationReason(row.role)}
                disabledBy="invite-reason"
              />
            </td>
            <td className="num">
              <ActionForm
                action={revokeInvitationAction}
                organization={organization}
                hidden={{ invitation: row.id }}
                size="sm"
                variant="ghost"
                button={
                  <>
                    Cancel<span className="sr"> the invitation of {row.email}</span>
                  </>
                }
                disabledReason={invitationReason(row.role)}
                disabledBy="invite-reason"
              />
            </td>
          </tr>
        ))}
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
