"use server";

import { z } from "zod";
import { action } from "#app/desk/action.ts";
import { forgetOrganization } from "#app/desk/remember-organization.ts";
import { endSession as end, endAllSessions } from "#lib/account/session.ts";

export const endSession = action(
  z.object({ session: z.string() }),
  (user, { session }) => end(user, session),
  () => ({ said: "That browser is signed out." }),
);

export const endAll = action(
  z.object({}),
  (user) => endAllSessions(user),
  async () => {
    await forgetOrganization();
    return { to: "/sign-in?problem=signed_out" };
  },
);
