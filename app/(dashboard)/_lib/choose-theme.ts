"use server";

import { revalidatePath } from "next/cache";
import { cookies, headers } from "next/headers";
import { isSameOrigin } from "#app/_http/origin.ts";
import { config } from "#lib/runtime/config.ts";
import { themeCookie, themeNamed } from "./theme.ts";

export async function chooseTheme(form: FormData): Promise<void> {
  if (!(form instanceof FormData) || !isSameOrigin(await headers())) return;
  (await cookies()).set(themeCookie(), themeNamed(form.get("theme")), {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: config().isHttps,
    maxAge: 365 * 86_400,
  });
  revalidatePath("/", "layout");
}
