"use server";

import * as z from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import { sendNo } from "#lib/verification/send-no.ts";
import { startTestCheck } from "#lib/verification/test-check.ts";
import { connectAddress } from "./_lib/options.ts";
import { PLATFORMS } from "./_snippets/snippets.ts";

const options = {
  provider: z.enum(["s", "b"]),
  key: z.string(),
  age: z.coerce.number().pipe(z.literal(MINIMUM_AGES)),
  page: z.string(),
  platform: z.enum(PLATFORMS.map(({ platform }) => platform)),
};

/** Starts a check from the overview, with our own choices, and comes to Connect with its link and a QR code for a phone. */
export const runFirstTestCheck = action(
  z.object({ organization: z.string(), provider: options.provider }),
  (user, { organization, provider }) => startTestCheck(user, organization, provider),
  ({ url }) => ({ to: `/dashboard/connect?mode=test${linkOf(url)}` }),
);

/** Starts a check with what is chosen on the page, which stays so. */
export const runTestCheck = action(
  z.object({ organization: z.string(), ...options }),
  (user, { organization, provider, key }) => startTestCheck(user, organization, provider, key),
  ({ url }, { organization: _, ...chosen }) => ({ to: connectAddress("test", chosen, linkOf(url)) }),
);

/** Comes back to the page, which has a link that goes back to the shop as the visitor. */
export const sendNoAction = action(
  z.object({ organization: z.string(), ...options }),
  (user, { organization, key, provider, age, page }) =>
    sendNo(user, organization, { pluginKey: key, provider, minimumAge: age, page }),
  ({ sent }, { organization: _, ...chosen }) => ({ to: connectAddress("test", chosen, `&no=${sent}#listening`) }),
);

function linkOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `&check=${encodeURIComponent(pathname + search)}#listening`;
}
