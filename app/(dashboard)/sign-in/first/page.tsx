import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Button } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { isFirstOwnerLink } from "#lib/sign-in/first-owner.ts";
import { PROBLEMS } from "../_lib/problems.ts";

export const metadata: Metadata = { title: "Become the first owner" };

type Query = { searchParams: Promise<{ token?: string; problem?: string }> };

export default async function First({ searchParams }: Query) {
  const { token, problem = "" } = await searchParams;
  if (typeof token !== "string" || !(await isFirstOwnerLink(token))) notFound();
  const shown = Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : undefined;
  return (
    <CenteredLayout heading="Become the first owner">
      <p>Nobody uses this Ageway yet. You make its first organization, and own it.</p>
      {shown && (
        <Notice variant="bad" heading={shown.heading} live="alert">
          <p>{shown.text}</p>
        </Notice>
      )}
      <form method="post" action="/sign-in/begin" className="grid gap-4">
        <input type="hidden" name="token" value={token} />
        <TextField id="email" name="email" type="email" label="Your e-mail address" autoComplete="email" required />
        <TextField
          id="name"
          name="name"
          label="Name of your organization"
          hint="Visitors read it beside the shop's host."
          autoComplete="organization"
          required
          maxLength={80}
        />
        <Button variant="primary">Begin</Button>
      </form>
    </CenteredLayout>
  );
}
