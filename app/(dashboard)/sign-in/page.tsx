import type { Metadata } from "next";
import { nextPath } from "#app/_http/origin.ts";
import { Button } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { config } from "#lib/core/config.ts";
import { PROBLEMS } from "./_lib/problems.ts";

export const metadata: Metadata = { title: "Sign in" };

type Query = { searchParams: Promise<{ problem?: string; next?: string }> };

export default async function SignIn({ searchParams }: Query) {
  const { problem = "", next } = await searchParams;
  const shown = Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : undefined;
  const { signInProvider } = config();
  return (
    <CenteredLayout heading="Sign in">
      {shown && (
        <Notice variant={shown.variant} heading={shown.heading} live={shown.variant === "bad" ? "alert" : "status"}>
          <p>{shown.text}</p>
        </Notice>
      )}
      <form method="post" action="/sign-in/email" className="grid gap-4">
        <input type="hidden" name="next" value={nextPath(next)} />
        <TextField
          id="email"
          name="email"
          type="email"
          label="E-mail address"
          hint="We send you a link. There is no password."
          autoComplete="email"
          required
          maxLength={254}
          autoFocus
          error={problem === "email_invalid" ? "Write one plain address." : undefined}
        />
        <Button variant="primary">Send me a link</Button>
      </form>
      {signInProvider && (
        <form method="post" action="/sign-in/provider" className="grid gap-4 border-t border-line pt-5">
          <input type="hidden" name="next" value={nextPath(next)} />
          <Button>Sign in with {signInProvider.name}</Button>
        </form>
      )}
    </CenteredLayout>
  );
}
