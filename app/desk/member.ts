import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { User } from "#lib/account/actor.ts";
import { type Membership, organizationsOf } from "#lib/account/member.ts";
import { userOf } from "#lib/auth.ts";
import { cookieName } from "#lib/sign-in/cookies.ts";

/** Who sits at the dashboard, and which of their organizations they look at. */
export type Desk = { user: User; organization: Membership; organizations: readonly Membership[] };

/** Who is signed in; asked once a page. */
export const currentUser = cache(async (): Promise<User | null> => {
  const jar = await cookies();
  return userOf(Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])));
});

/** `desk`: `null` for whoever has no organization yet, or has chosen one of others. */
export const seat = cache(async (): Promise<{ user: User | null; desk: Desk | null; hasChosen: boolean }> => {
  const user = await currentUser();
  if (!user) return { user: null, desk: null, hasChosen: false };
  const organizations = await organizationsOf(user);
  const chosen = (await cookies()).get(organizationCookie())?.value;
  const organization = chosen === undefined ? organizations[0] : organizations.find(({ id }) => id === chosen);
  return { user, desk: organization ? { user, organization, organizations } : null, hasChosen: chosen !== undefined };
});

/** For pages. Only members come further: whoever is not signed in is asked to; an organization of others is not there. */
export async function desk(): Promise<Desk> {
  const { user, desk, hasChosen } = await seat();
  if (!user) redirect(`/sign-in?next=${encodeURIComponent((await headers()).get("x-path") ?? "/dashboard")}`);
  if (!desk && hasChosen) notFound();
  if (!desk) redirect("/welcome");
  return desk;
}

export function organizationCookie(): string {
  return cookieName("organization");
}
