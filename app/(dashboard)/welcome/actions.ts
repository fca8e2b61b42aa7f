"use server";

import { z } from "zod";
import { createOrganization as create } from "#lib/organizations/organization.ts";
import { action } from "../_lib/action.ts";
import { rememberOrganization } from "../_lib/organization-cookie.ts";

export const createOrganization = action(
  z.object({ name: z.string() }),
  (user, { name }) => create(user, name),
  async ({ id }) => {
    await rememberOrganization(id);
    return { to: "/dashboard/connect" };
  },
);
