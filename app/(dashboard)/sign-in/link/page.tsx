import type { Metadata } from "next";
import { nextPath } from "#app/_http/origin.ts";
import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { emailOfLink } from "#lib/sign-in/link.ts";
import { PROBLEMS } from "../_lib/problems.ts";

export const metadata: Metadata = { title: "Sign in" };

type Query = { searchParams: Promise<{ token?: string; next?: string }> };

/** Opening a mailed link signs nobody in, because mail scanners open links too. The button does. */
export default async function OpenLink({ searchParams }: Query) {
  const { token, next } = await searchParams;
  const email = typeof token === "string" ? await emailOfLink(token) : null;
  if (typeof token !== "string" || email === null)
    return (
      <CenteredLayout heading={PROBLEMS.link_dead?.heading ?? ""}>
        <p>{PROBLEMS.link_dead?.text}</p>
        <ButtonLink variant="primary" href={`/sign-in?${new URLSearchParams({ next: nextPath(next) })}`}>
          Ask for a new link
        </ButtonLink>
      </CenteredLayout>
    );
  return (
    <CenteredLayout heading="Sign in to Ageway">
      <p>
        You sign in as <b>{email}</b>, in this browser.
      </p>
      <form method="post" action="/sign-in/open" className="grid">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="next" value={nextPath(next)} />
        <Button variant="primary" autoFocus>
          Sign in
        </Button>
      </form>
    </CenteredLayout>
  );
}
