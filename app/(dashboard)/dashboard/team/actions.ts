"use server";

import * as z from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { clearChosenOrganization } from "#app/(dashboard)/_lib/browser-choice.ts";
import { ROLES } from "#lib/core/permission.rules.ts";
import { invite, revokeInvitation } from "#lib/organizations/invitation.ts";
import { leaveOrganization } from "#lib/organizations/member.ts";
import { changeRole, removeMember } from "#lib/organizations/role.ts";

const text = z.string();
const role = z.enum(ROLES, "Choose a role.");

export const inviteAction = action(
  z.object({ organization: text, email: text, role }),
  (user, { organization, email, role }) => invite(user, organization, email, role),
  ({ email, notified }) => ({
    message: notified
      ? `Invitation sent to ${email}. It works for seven days.`
      : `${email} is invited, but the e-mail could not be sent. Send it again in a minute.`,
  }),
);

export const revokeInvitationAction = action(
  z.object({ organization: text, invitation: text }),
  (user, { organization, invitation }) => revokeInvitation(user, organization, invitation),
  () => ({ message: "Invitation cancelled." }),
);

export const changeRoleAction = action(
  z.object({ organization: text, member: text, role }),
  (user, { organization, member, role }) => changeRole(user, organization, member, role),
  () => ({ message: "Role changed." }),
);

export const removeMemberAction = action(
  z.object({ organization: text, member: text }),
  (user, { organization, member }) => removeMember(user, organization, member),
  () => ({ to: "/dashboard/team" }),
);

export const leaveAction = action(
  z.object({ organization: text }),
  (user, { organization }) => leaveOrganization(user, organization),
  async () => {
    await clearChosenOrganization();
    return { to: "/dashboard" };
  },
);
