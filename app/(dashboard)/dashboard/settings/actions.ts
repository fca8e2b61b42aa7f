"use server";

import { z } from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { clearChosenOrganization } from "#app/(dashboard)/_lib/organization-cookie.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { VERIFIED_DEVICES } from "#lib/core/provider.rules.ts";
import { setAccent as accent, setLogo as logo } from "#lib/organizations/branding.ts";
import { changeSettings as change } from "#lib/organizations/settings.ts";
import { deleteOrganization as remove } from "#lib/retention/delete-organization.ts";

const text = z.string();

export const changeSettings = action(
  z.object({
    organization: text,
    name: text,
    language: z.enum(["", ...LANGUAGES]),
    timeZone: text,
    verifiedDevices: z.enum(VERIFIED_DEVICES),
    legalAddress: text,
  }),
  (user, { organization, name, language, timeZone, verifiedDevices, legalAddress }) =>
    change(user, organization, {
      name,
      language: language === "" ? null : language,
      timeZone,
      verifiedDevices,
      legalAddress: legalAddress.trim() === "" ? null : legalAddress,
    }),
  () => ({ said: "The settings are saved." }),
);

export const setAccent = action(
  z.object({ organization: text, accent: text }),
  (user, { organization, accent: colour }) => accent(user, organization, colour.trim() === "" ? null : colour),
  ({ accent: colour }) => ({ said: colour ? `The button is ${colour} now.` : "The button has our own colour again." }),
);

export const setLogo = action(
  z.object({ organization: text, logo: z.instanceof(File, { message: "Choose a file." }) }),
  async (user, { organization, logo: file }) => logo(user, organization, new Uint8Array(await file.arrayBuffer())),
  () => ({ said: "The logo is saved. Visitors see it from now on." }),
);

export const removeLogo = action(
  z.object({ organization: text }),
  (user, { organization }) => logo(user, organization, null),
  () => ({ said: "The logo is removed." }),
);

export const deleteOrganization = action(
  z.object({ organization: text, typed: text }),
  (user, { organization, typed }) => remove(user, organization, typed),
  async () => {
    await clearChosenOrganization();
    return { to: "/dashboard" };
  },
);
