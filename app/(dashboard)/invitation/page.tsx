import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { findInvitation } from "#lib/organizations/accept-invitation.ts";
import { currentUser } from "../_lib/current-membership.ts";
import { accept } from "./actions.ts";

export const metadata: Metadata = { title: "Invitation" };

type Query = { searchParams: Promise<{ token?: string }> };

/** Opening the link changes nothing: a user who is signed in with the invited address joins by the button. */
export default async function Invitation({ searchParams }: Query) {
  const { token } = await searchParams;
  const invitation = typeof token === "string" ? await findInvitation(token) : null;
  if (typeof token !== "string" || invitation === null)
    return (
      <CenteredLayout heading="This invitation no longer works">
        <p>An invitation works once, for seven days. Ask the person who invited you for a new one.</p>
        <ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>
      </CenteredLayout>
    );
  const user = await currentUser();
  const { organizationName, email, role } = invitation;
  return (
    <CenteredLayout heading={`Join ${organizationName}`}>
      <p>
        You are invited to join as <b>{role}</b>, with the address <b>{email}</b>.
      </p>
      {user?.email === email ? (
        <ActionForm action={accept} hidden={{ token }} button="Join" variant="primary" />
      ) : (
        <>
          <p>{user ? `You are signed in as ${user.email}.` : "Sign in with that address first."}</p>
          <ButtonLink variant="primary" href={`/sign-in?next=${encodeURIComponent(`/invitation?token=${token}`)}`}>
            Sign in as {email}
          </ButtonLink>
        </>
      )}
    </CenteredLayout>
  );
}
