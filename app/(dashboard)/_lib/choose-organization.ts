"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isSameOrigin } from "#app/_http/origin.ts";
import { organizationsOf } from "#lib/organizations/member.ts";
import { chooseOrganizationInBrowser, currentUser } from "./current-membership.ts";

/** Shows another organization of this user. */
export async function chooseOrganization(form: FormData): Promise<void> {
  const user = await currentUser();
  if (!user) redirect("/sign-in");
  const id = form instanceof FormData ? form.get("organization") : null;
  const chosen = (await organizationsOf(user)).find((one) => one.id === id);
  if (chosen && isSameOrigin(await headers())) await chooseOrganizationInBrowser(chosen.id);
  redirect("/dashboard");
}
