"use server";

import * as z from "zod";
import { createOrganization } from "#lib/organizations/organization.ts";
import { action } from "../_lib/action.ts";
import { chooseInBrowser } from "../_lib/browser-choice.ts";

export const createOrganizationAction = action(
  z.object({ name: z.string() }),
  (user, { name }) => createOrganization(user, name),
  async ({ id }) => {
    await chooseInBrowser("organization", id);
    return { to: "/dashboard" };
  },
);
