"use server";

import { z } from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { sendNo } from "#lib/verification/send-no.ts";
import { startTestCheck } from "#lib/verification/test-check.ts";
import { connectAddress } from "./_lib/options.ts";
import { PLATFORMS } from "./_snippets/snippets.ts";

const provider = z.enum(["s", "b"]);

/** Comes back to the page with the link, which it shows beside a QR code for a phone. */
export const runTestCheck = action(
  z.object({ organization: z.string(), provider }),
  (user, { organization, provider }) => startTestCheck(user, organization, provider),
  ({ url }) => ({
    to: `/dashboard/connect?${new URLSearchParams({ mode: "test", check: new URL(url).pathname + new URL(url).search })}#listening`,
  }),
);

/** Comes back to the page, which has a link that goes back to the shop as the visitor. */
export const sendNoAction = action(
  z.object({
    ...{ organization: z.string(), provider, key: z.string(), page: z.string() },
    age: z.enum(["16", "18"]).transform((age) => (age === "16" ? 16 : 18)),
    platform: z.enum(PLATFORMS.map(({ platform }) => platform)),
  }),
  (user, { organization, key, provider, age, page }) =>
    sendNo(user, organization, { pluginKey: key, provider, minimumAge: age, page }),
  ({ sent }, { key, provider, age, page, platform }) => ({
    to: `${connectAddress("test", { key, provider, age, page, platform })}&no=${sent}#listening`,
  }),
);
