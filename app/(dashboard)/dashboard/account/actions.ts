"use server";

import * as z from "zod";
import { endAllSessions, endSession } from "#lib/sign-in/sessions.ts";
import { action } from "../../_lib/action.ts";
import { clearChosenOrganization } from "../../_lib/browser-choice.ts";

export const endSessionAction = action(
  z.object({ session: z.string() }),
  (user, { session }) => endSession(user, session),
  // The form goes with its row, so the page says what was done.
  () => ({ to: "/dashboard/account?done=ended" }),
);

export const endAll = action(
  z.object({}),
  (user) => endAllSessions(user),
  async () => {
    await clearChosenOrganization();
    return { to: "/sign-in?problem=signed_out" };
  },
);
