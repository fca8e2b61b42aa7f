"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isFromUs } from "#app/_http/browser.ts";
import { organizationsOf } from "#lib/organizations/member.ts";
import { currentUser } from "./current-membership.ts";
import { chooseOrganizationInBrowser, clearChosenOrganization } from "./organization-cookie.ts";

/** Turns the pages to another organization of this member. It opens nothing: every verb looks for itself. */
export async function chooseOrganization(id: string): Promise<void> {
  const user = await currentUser();
  if (!user) redirect("/sign-in");
  const isMine = (await organizationsOf(user)).some((one) => one.id === id);
  if (isMine && isFromUs(await headers())) await chooseOrganizationInBrowser(id);
  redirect("/dashboard");
}

/** The same from a plain form. */
export async function chooseFrom(form: FormData): Promise<void> {
  await chooseOrganization(String(form.get("organization")));
}

/** The way out of an organization that is not theirs any more. */
export async function showMine(): Promise<void> {
  if (isFromUs(await headers())) await clearChosenOrganization();
  redirect("/dashboard");
}
