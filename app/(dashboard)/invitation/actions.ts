"use server";

import * as z from "zod";
import { acceptInvitation } from "#lib/organizations/accept-invitation.ts";
import { action } from "../_lib/action.ts";
import { chooseInBrowser } from "../_lib/browser-choice.ts";

export const accept = action(
  z.object({ token: z.string() }),
  (user, { token }) => acceptInvitation(user, token),
  async ({ organizationId }) => {
    await chooseInBrowser("organization", organizationId);
    return { to: "/dashboard" };
  },
);
