"use server";

import * as z from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { clearChosenOrganization } from "#app/(dashboard)/_lib/browser-choice.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { VERIFIED_DEVICES } from "#lib/core/provider.rules.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { changeVisitorPage } from "#lib/organizations/visitor-page.ts";
import { deleteOrganization } from "#lib/retention/delete-organization.ts";
import { OUR_ACCENT } from "./_lib/our-accent.ts";

const text = z.string();

export const saveVisitorPage = action(
  z.object({
    organization: text,
    name: text,
    accent: text,
    logo: z.instanceof(File).optional(),
    removeLogo: z.literal("on").optional(),
    language: z.enum(["", ...LANGUAGES]),
    verifiedDevices: z.enum(VERIFIED_DEVICES),
  }),
  async (user, { organization, name, accent, logo, removeLogo, language, verifiedDevices }, isChanged) => {
    const file = logo && logo.size > 0 ? new Uint8Array(await logo.arrayBuffer()) : undefined;
    const chosen = file ?? (removeLogo ? null : undefined);
    return changeVisitorPage(user, organization, {
      ...(isChanged("name") && { name }),
      ...(isChanged("language") && { language: language === "" ? null : language }),
      ...(isChanged("verifiedDevices") && { verifiedDevices }),
      // A colour field always has a colour, so ours stands for none.
      ...(isChanged("accent") && { accent: accent.toLowerCase() === OUR_ACCENT ? null : accent }),
      ...(chosen !== undefined && { logo: chosen }),
    });
  },
  () => ({ message: "Saved. Visitors see it from now on." }),
);

export const saveOrganization = action(
  z.object({ organization: text, timeZone: text, legalAddress: text, vatNumber: text }),
  (user, { organization, timeZone, legalAddress, vatNumber }, isChanged) =>
    changeSettings(user, organization, {
      ...(isChanged("timeZone") && { timeZone }),
      ...(isChanged("legalAddress") && { legalAddress: legalAddress.trim() === "" ? null : legalAddress }),
      ...(isChanged("vatNumber") && { vatNumber: vatNumber.trim() === "" ? null : vatNumber }),
    }),
  () => ({ message: "Organization saved." }),
);

export const deleteOrganizationAction = action(
  z.object({ organization: text, typed: text }),
  (user, { organization, typed }) => deleteOrganization(user, organization, typed),
  async () => {
    await clearChosenOrganization();
    return { to: "/dashboard" };
  },
);
