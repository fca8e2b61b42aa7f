"use server";

import { z } from "zod";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { startTestCheck } from "#lib/verification/test-check.ts";

/** Comes back to the page with the link, which it shows beside a QR code for a phone. */
export const runTestCheck = action(
  z.object({ organization: z.string(), provider: z.enum(["s", "b"]) }),
  (user, { organization, provider }) => startTestCheck(user, organization, provider),
  ({ url }) => ({
    to: `/dashboard/connect?${new URLSearchParams({ check: new URL(url).pathname + new URL(url).search })}`,
  }),
);
