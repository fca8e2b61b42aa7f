import { cookies } from "next/headers";
import { config } from "#lib/core/config.ts";
import { organizationCookie } from "./current-membership.ts";

/** The pages are about none in particular: the first one of the member's is shown. */
export async function clearChosenOrganization(): Promise<void> {
  (await cookies()).delete({ name: organizationCookie(), path: "/", secure: config().isHttps });
}

/** Keeps, in this browser, which organization the pages are about. */
export async function chooseOrganizationInBrowser(id: string): Promise<void> {
  const jar = await cookies();
  jar.set(organizationCookie(), id, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: config().isHttps,
    maxAge: 365 * 86_400,
  });
}
