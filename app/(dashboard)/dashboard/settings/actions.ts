"use server";

import { z } from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { clearChosenOrganization } from "#app/(dashboard)/_lib/current-membership.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { VERIFIED_DEVICES } from "#lib/core/provider.rules.ts";
import { setAccent, setLogo } from "#lib/organizations/branding.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { deleteOrganization } from "#lib/retention/delete-organization.ts";

const text = z.string();

export const changeSettingsAction = action(
  z.object({
    organization: text,
    name: text,
    language: z.enum(["", ...LANGUAGES]),
    timeZone: text,
    verifiedDevices: z.enum(VERIFIED_DEVICES),
    legalAddress: text,
  }),
  (user, { organization, name, language, timeZone, verifiedDevices, legalAddress }) =>
    changeSettings(user, organization, {
      name,
      language: language === "" ? null : language,
      timeZone,
      verifiedDevices,
      legalAddress: legalAddress.trim() === "" ? null : legalAddress,
    }),
  () => ({ message: "The settings are saved." }),
);

export const setAccentAction = action(
  z.object({ organization: text, accent: text }),
  (user, { organization, accent: colour }) => setAccent(user, organization, colour.trim() === "" ? null : colour),
  ({ accent: colour }) => ({
    message: colour ? `The button is ${colour} now.` : "The button has our own colour again.",
  }),
);

export const setLogoAction = action(
  z.object({ organization: text, logo: z.instanceof(File, { message: "Choose a file." }) }),
  async (user, { organization, logo: file }) => setLogo(user, organization, new Uint8Array(await file.arrayBuffer())),
  () => ({ message: "The logo is saved. Visitors see it from now on." }),
);

export const removeLogo = action(
  z.object({ organization: text }),
  (user, { organization }) => setLogo(user, organization, null),
  () => ({ message: "The logo is removed." }),
);

export const deleteOrganizationAction = action(
  z.object({ organization: text, typed: text }),
  (user, { organization, typed }) => deleteOrganization(user, organization, typed),
  async () => {
    await clearChosenOrganization();
    return { to: "/dashboard" };
  },
);
