"use server";

import * as z from "zod";
import { acceptInvitation } from "#lib/organizations/accept-invitation.ts";
import { action } from "../_lib/action.ts";
import { chooseOrganizationInBrowser } from "../_lib/current-membership.ts";

export const accept = action(
  z.object({ token: z.string() }),
  (user, { token }) => acceptInvitation(user, token),
  async ({ organizationId }) => {
    await chooseOrganizationInBrowser(organizationId);
    return { to: "/dashboard" };
  },
);
