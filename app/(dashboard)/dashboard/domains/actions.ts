"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import * as z from "zod";
import { isSameOrigin } from "#app/_http/origin.ts";
import { action } from "#app/(dashboard)/_lib/action.ts";
import { currentUser } from "#app/(dashboard)/_lib/current-membership.ts";
import { pastedHost } from "#lib/base/host.rules.ts";
import { removeDomain, setSubdomains } from "#lib/domains/domain.ts";
import { checkDomain, claimDomain } from "#lib/domains/proof.ts";
import { type ProbeView, probeViewOf } from "./_lib/probe-view.ts";

const text = z.string();
const checkbox = z.literal("on").optional();

export const addDomain = action(
  z.object({ organization: text, host: text }),
  (user, { organization: organizationId, host }) =>
    claimDomain(user, { organizationId, host: pastedHost(host), includeSubdomains: false }),
  ({ host }) => ({ to: `/dashboard/domains/${host}` }),
);

export const setSubdomainsAction = action(
  z.object({ organization: text, host: text, includeSubdomains: checkbox }),
  (user, { organization, host, includeSubdomains }) =>
    setSubdomains(user, organization, host, includeSubdomains === "on"),
  () => ({ message: "Settings saved. They apply from the next call." }),
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
  () => ({ message: "Method changed. The value is the same." }),
);

/** Probes the host now, for the open page. `null`: not allowed, unknown, or a fault of ours. */
export async function probeNow(organization: string, host: string): Promise<ProbeView | null> {
  if (typeof organization !== "string" || typeof host !== "string") return null;
  const user = await currentUser();
  if (!user || !isSameOrigin(await headers())) return null;
  const checked = await checkDomain(user, organization, host).catch(() => null);
  return checked?.ok ? probeViewOf(checked) : null;
}

/** Does the same without script: the page then shows what was found. */
export async function probeByForm(form: FormData): Promise<void> {
  if (form instanceof FormData) await probeNow(String(form.get("organization")), String(form.get("host")));
  revalidatePath("/dashboard/domains", "layout");
}
