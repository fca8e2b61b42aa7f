"use server";

import { z } from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { clearChosenOrganization } from "#app/(dashboard)/_lib/organization-cookie.ts";
import { ROLES } from "#lib/core/permission.rules.ts";
import { invite as inviteByMail, revokeInvitation as revoke } from "#lib/organizations/invitation.ts";
import { leaveOrganization } from "#lib/organizations/member.ts";
import { changeRole as change, removeMember as remove } from "#lib/organizations/role.ts";

const text = z.string();
const role = z.enum(ROLES, "Choose a role.");

export const invite = action(
  z.object({ organization: text, email: text, role }),
  (user, { organization, email, role }) => inviteByMail(user, organization, email, role),
  ({ email, told }) => ({
    said: told
      ? `An invitation is on its way to ${email}. It works for seven days.`
      : `The invitation for ${email} is made, but its mail could not be sent. Invite again in a minute.`,
  }),
);

export const revokeInvitation = action(
  z.object({ organization: text, invitation: text }),
  (user, { organization, invitation }) => revoke(user, organization, invitation),
  () => ({ said: "The invitation is taken back." }),
);

export const changeRole = action(
  z.object({ organization: text, member: text, role }),
  (user, { organization, member, role }) => change(user, organization, member, role),
  () => ({ said: "The role is changed." }),
);

export const removeMember = action(
  z.object({ organization: text, member: text }),
  (user, { organization, member }) => remove(user, organization, member),
  () => ({ said: "They are no longer a member." }),
);

export const leave = action(
  z.object({ organization: text }),
  (user, { organization }) => leaveOrganization(user, organization),
  async () => {
    await clearChosenOrganization();
    return { to: "/dashboard" };
  },
);
