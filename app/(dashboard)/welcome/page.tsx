import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Button } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { currentUser } from "../_lib/current-membership.ts";
import { createOrganizationAction } from "./actions.ts";

export const metadata: Metadata = { title: "New organization" };

export default async function Welcome() {
  const user = await currentUser();
  if (!user) redirect("/sign-in");
  return (
    <CenteredLayout heading="Name your shop or company" below={<SignOut email={user.email} />}>
      <p>Next, you run an age check as your own visitor, with the test key that you get. It takes 20 seconds.</p>
      <ActionForm action={createOrganizationAction} button="Create organization" variant="primary">
        <TextField
          id="name"
          name="name"
          label="Name"
          hint="Visitors read it beside the shop’s host. You can change it later."
          autoComplete="organization"
          required
          maxLength={80}
        />
      </ActionForm>
    </CenteredLayout>
  );
}

function SignOut({ email }: { email: string }) {
  return (
    <form method="post" action="/sign-out" className="flex flex-wrap items-center justify-center gap-2 text-center">
      <span className="text-meta text-soft">Signed in as {email}.</span>
      <Button variant="ghost" size="sm">
        Sign out
      </Button>
    </form>
  );
}
