import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { User } from "#lib/core/actor.ts";
import { cookieName } from "#lib/core/cookie.ts";
import { type Membership, organizationsOf } from "#lib/organizations/member.ts";
import { userOf } from "#lib/sign-in/auth.ts";

/** Who sits at the dashboard, and which of their organizations they look at. */
export type CurrentMembership = { user: User; organization: Membership; organizations: readonly Membership[] };

/** Who is signed in; asked once a page. */
export const currentUser = cache(async (): Promise<User | null> => {
  const jar = await cookies();
  return userOf(Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])));
});

/** Who is signed in, what they are a member of, and which of it they chose to look at; asked once a page. */
export const signedInMember = cache(async () => {
  const user = await currentUser();
  const chosen = (await cookies()).get(organizationCookie())?.value ?? null;
  return user && { user, organizations: await organizationsOf(user), chosen };
});

/** For pages. Only members come further: whoever is not signed in is asked to; an organization of others is not there. */
export async function currentMembership(): Promise<CurrentMembership> {
  const seated = await signedInMember();
  if (!seated) redirect(`/sign-in?next=${encodeURIComponent((await headers()).get("x-path") ?? "/dashboard")}`);
  const { user, organizations, chosen } = seated;
  const organization = organizationAt(organizations, chosen);
  if (organization) return { user, organization, organizations };
  return chosen === null ? redirect("/welcome") : notFound();
}

/** The one of this id; where none is named, the first. */
export function organizationAt(organizations: readonly Membership[], id: string | null): Membership | undefined {
  return id === null ? organizations[0] : organizations.find((one) => one.id === id);
}

export function organizationCookie(): string {
  return cookieName("organization");
}
