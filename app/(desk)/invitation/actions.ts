"use server";

import { z } from "zod";
import { action } from "#app/desk/action.ts";
import { rememberOrganization } from "#app/desk/remember-organization.ts";
import { acceptInvitation } from "#lib/account/accept-invitation.ts";

export const accept = action(
  z.object({ token: z.string() }),
  (user, { token }) => acceptInvitation(user, token),
  async ({ organizationId }) => {
    await rememberOrganization(organizationId);
    return { to: "/dashboard" };
  },
);
