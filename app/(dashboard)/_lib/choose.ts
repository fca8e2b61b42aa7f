"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isSameOrigin } from "#app/_http/origin.ts";
import { organizationsOf } from "#lib/organizations/member.ts";
import { chooseInBrowser } from "./browser-choice.ts";
import { currentUser } from "./current-membership.ts";
import { themeNamed } from "./theme.ts";

/** Shows another organization of this user. */
export async function chooseOrganization(form: FormData): Promise<void> {
  const user = await currentUser();
  if (!user) redirect("/sign-in");
  const id = form instanceof FormData ? form.get("organization") : null;
  const chosen = (await organizationsOf(user)).find((one) => one.id === id);
  if (chosen && isSameOrigin(await headers())) await chooseInBrowser("organization", chosen.id);
  redirect("/dashboard");
}

export async function chooseTheme(form: FormData): Promise<void> {
  if (!(form instanceof FormData) || !isSameOrigin(await headers())) return;
  await chooseInBrowser("theme", themeNamed(form.get("theme")));
  revalidatePath("/", "layout");
}
