import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { hasInbox } from "#lib/core/inbox.ts";

export const metadata: Metadata = { title: "Look at your mail" };
export const dynamic = "force-dynamic";

/** The same page for every address, so that it does not tell which addresses are known. */
export default function Sent() {
  return (
    <CenteredLayout heading="Look at your mail">
      <p>
        If this address may sign in here, a link is on its way to it. It works once, for ten minutes, in any browser.
      </p>
      {hasInbox() && (
        <>
          <p>This machine sends no mail: what it would send stands in the local inbox.</p>
          <ButtonLink variant="primary" href="/inbox">
            Open the inbox
          </ButtonLink>
        </>
      )}
      <p className="text-soft">
        Nothing there? Look among the spam, or{" "}
        <a className="text-accent underline" href="/sign-in">
          try again
        </a>
        .
      </p>
    </CenteredLayout>
  );
}
