import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { User } from "#lib/core/actor.ts";
import { awaitPageTurn } from "#lib/limits/page-turn.ts";
import { type Membership, organizationsOf, shownOrganization } from "#lib/organizations/member.ts";
import { config } from "#lib/runtime/config.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { readUser } from "#lib/sign-in/session.ts";

/** Holds the signed-in user, all organizations of theirs, and the one that the pages show. */
export type CurrentMembership = { user: User; organization: Membership; organizations: readonly Membership[] };

/** Reads the signed-in user, once per request. */
export const currentUser = cache(async (): Promise<User | null> => {
  const jar = await cookies();
  return readUser(Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])));
});

/** Reads the user with their organizations, and the id of the one that this browser chose last, once per request. */
export const signedInMember = cache(async () => {
  const user = await currentUser();
  const chosen = (await cookies()).get(organizationCookie())?.value ?? null;
  return user && { user, organizations: await organizationsOf(user), chosen };
});

/** Lets pages be drawn in turn, and sends strangers to sign in. For an organization that the user has left it takes the first. */
export async function currentMembership(): Promise<CurrentMembership> {
  const member = await signedInMember();
  if (!member) redirect(`/sign-in?next=${encodeURIComponent((await headers()).get("x-path") ?? "/dashboard")}`);
  const { user, organizations, chosen } = member;
  const organization = shownOrganization(organizations, chosen);
  if (!organization) redirect("/welcome");
  await awaitPageTurn(organization.id);
  return { user, organization, organizations };
}

/** Makes the pages of this browser show another organization. Every verb still checks the membership itself. */
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

/** Makes the pages show the first organization of the user. */
export async function clearChosenOrganization(): Promise<void> {
  (await cookies()).delete({ name: organizationCookie(), path: "/", secure: config().isHttps });
}

function organizationCookie(): string {
  return cookieName("organization");
}
