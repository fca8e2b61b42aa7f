"use server";

import { z } from "zod";
import { action } from "#app/desk/action.ts";
import { rememberOrganization } from "#app/desk/remember-organization.ts";
import { createOrganization as create } from "#lib/account/organization.ts";

export const createOrganization = action(
  z.object({ name: z.string() }),
  (user, { name }) => create(user, name),
  async ({ id }) => {
    await rememberOrganization(id);
    return { to: "/dashboard/connect" };
  },
);
