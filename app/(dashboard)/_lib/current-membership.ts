import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { User } from "#lib/core/actor.ts";
import { awaitPageTurn } from "#lib/limits/page-turn.ts";
import { type Membership, organizationsOf, shownOrganization } from "#lib/organizations/member.ts";
import { readUser } from "#lib/sign-in/session.ts";
import { chosenInBrowser } from "./browser-choice.ts";

/** Holds the signed-in user, all organizations of theirs, and the one that the pages show. */
export type CurrentMembership = { user: User; organization: Membership; organizations: readonly Membership[] };

/** Reads the signed-in user as the database has them at this moment. */
export async function readCurrentUser(): Promise<User | null> {
  const jar = await cookies();
  return readUser(Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])));
}

/** Reads the signed-in user, once per request. */
export const currentUser = cache(readCurrentUser);

/** Reads the user with their organizations, and the id of the one that this browser chose last, once per request. */
export const signedInMember = cache(async () => {
  const user = await currentUser();
  const chosen = await chosenInBrowser("organization");
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
