"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { isFromUs } from "#app/_http/browser.ts";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { currentUser } from "#app/(dashboard)/_lib/current-membership.ts";
import { removeDomain, setSubdomains } from "#lib/domains/domain.ts";
import { checkDomain, claimDomain } from "#lib/domains/proof.ts";
import { type ProbeView, probeViewOf } from "./_lib/probe-view.ts";

const text = z.string();
const tick = z.literal("on").optional();

export const addDomain = action(
  z.object({ organization: text, host: text, method: z.enum(["dns", "file"]), includeSubdomains: tick }),
  (user, { organization: organizationId, host, method, includeSubdomains }) =>
    claimDomain(user, { organizationId, host, method, includeSubdomains: includeSubdomains === "on" }),
  ({ host }) => ({ to: `/dashboard/domains/${host}` }),
);

export const setSubdomainsAction = action(
  z.object({ organization: text, host: text, includeSubdomains: tick }),
  (user, { organization, host, includeSubdomains }) =>
    setSubdomains(user, organization, host, includeSubdomains === "on"),
  () => ({ said: "Saved. It holds from the next call on." }),
);

export const removeDomainAction = action(
  z.object({ organization: text, host: text, typed: text }),
  (user, { organization, host, typed }) => removeDomain(user, organization, host, typed),
  () => ({ to: "/dashboard/domains" }),
);

export const setMethod = action(
  z.object({ organization: text, host: text, method: z.enum(["dns", "file"]) }),
  (user, { organization: organizationId, host, method }) =>
    claimDomain(user, { organizationId, host, method, includeSubdomains: false }),
  () => ({ said: "Saved. The value is the same." }),
);

/** Looks now; what it saw goes to the page that stays open. `null`: not allowed, not there, or a fault of ours. */
export async function probeNow(organization: string, host: string): Promise<ProbeView | null> {
  const user = await currentUser();
  if (!user || !isFromUs(await headers())) return null;
  const checked = await checkDomain(user, String(organization), String(host)).catch(() => null);
  return checked?.ok ? probeViewOf(checked) : null;
}
