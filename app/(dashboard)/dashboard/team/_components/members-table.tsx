import type { ReactNode } from "react";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { Button } from "#app/_ui/button.tsx";
import { classes } from "#app/_ui/classes.ts";
import { DialogLink } from "#app/_ui/dialog-link.tsx";
import { Cell, Row, Table } from "#app/_ui/table.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { initialsOf } from "#app/(dashboard)/_lib/initials.ts";
import type { RowOf } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { mayEver, permissionToGive, type Role } from "#lib/core/permission.rules.ts";
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
    <Table
      caption="Members"
      stack
      boxed
      head={["Member", "Role", "Last seen", { name: <span className="sr-only">Change</span>, num: true }]}
    >
      {members.map((row) => {
        const reason = disabledReasonFor(organization.role, permissionToChange(row.role));
        const isMe = row.userId === user.id;
        return (
          <MemberRow key={row.userId} email={row.email} isMe={isMe} role={row.role}>
            <Cell soft nowrap className={classes(BELOW_NAME, "first-letter:uppercase")}>
              {isMe ? "Now" : row.lastSeenAt ? when(row.lastSeenAt) : "Signed out"}
            </Cell>
            <Cell num className="stacked:col-start-2 stacked:row-start-2 stacked:row-end-4 stacked:self-center">
              {!isMe &&
                (reason === null ? (
                  <DialogLink
                    href={`/dashboard/team/${row.userId}`}
                    size="sm"
                    label={
                      <>
                        Change<span className="sr-only"> {row.email}</span>
                      </>
                    }
                    heading={row.email}
                  >
                    <MemberForms row={row} />
                  </DialogLink>
                ) : (
                  <Button type="button" size="sm" aria-disabled="true" title={reason}>
                    Change
                    <span className="sr-only">
                      {" "}
                      {row.email}. {reason}
                    </span>
                  </Button>
                ))}
            </Cell>
          </MemberRow>
        );
      })}
      {invitations.map((row) => {
        const form = {
          permission: mayInvite ? permissionToGive(row.role) : "invite members",
          disabledBy: "invite-reason",
          size: "sm",
        } as const;
        return (
          <MemberRow key={row.id} email={row.email} note={`Invited, until ${shortDay(row.expiresAt)}`} role={row.role}>
            <Cell className={BELOW_NAME}>
              <MemberForm
                {...form}
                action={inviteAction}
                hidden={{ email: row.email, role: row.role }}
                button={
                  <>
                    Send again<span className="sr-only"> to {row.email}</span>
                  </>
                }
              />
            </Cell>
            <Cell num className="stacked:col-start-2 stacked:row-start-3 stacked:self-center">
              <MemberForm
                {...form}
                action={revokeInvitationAction}
                hidden={{ invitation: row.id }}
                variant="ghost"
                button={
                  <>
                    Cancel<span className="sr-only"> the invitation of {row.email}</span>
                  </>
                }
              />
            </Cell>
          </MemberRow>
        );
      })}
    </Table>
  );
}

type MemberRow = { email: string; isMe?: boolean; note?: string; role: Role; children: ReactNode };

/** Shows a person and their role. On a phone what follows is below the name, and the last button beside it. */
function MemberRow({ email, isMe, note, role, children }: MemberRow) {
  return (
    <Row className="*:h-14">
      <Cell heading whole>
        <span className="flex items-center gap-3 wrap-anywhere">
          <Avatar>{note ? "?" : initialsOf(email)}</Avatar>
          <span>
            {email} {isMe && <Badge>You</Badge>}
            {note && <span className="block text-meta text-soft">{note}</span>}
          </span>
        </span>
      </Cell>
      <Cell soft className={BELOW_NAME}>
        {nameOfRole(role)}
      </Cell>
      {children}
    </Row>
  );
}

const BELOW_NAME = "stacked:col-start-1 stacked:ps-10";
