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
  const id = String(form.get("organization"));
  const isMine = (await organizationsOf(user)).some((one) => one.id === id);
  if (isMine && isSameOrigin(await headers())) await chooseOrganizationInBrowser(id);
  redirect("/dashboard");
}
