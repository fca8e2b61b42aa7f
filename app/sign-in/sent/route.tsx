import { SiteLink } from "#app/_site/site-button.tsx";
import { cardPage, siteRoute } from "#app/_site/site-page.tsx";
import { hasInbox } from "#lib/mail/inbox.ts";

export const dynamic = "force-dynamic";

/** The same page for every address, so that it does not tell which addresses are known. */
export const GET = siteRoute("sign-in sent", async () =>
  cardPage(
    "Check your mail",
    <>
      <p>If this address has access, we have sent a link. It works once, for ten minutes, in any browser.</p>
      {hasInbox() ? (
        <>
          <p>This machine sends no mail. What it would send is in the local inbox.</p>
          <SiteLink primary wide href="/inbox">
            Open the inbox
          </SiteLink>
        </>
      ) : (
        <p className="text-soft">
          Nothing there? Look in your spam folder, or <a href="/sign-in">try again</a>.
        </p>
      )}
    </>,
  ),
);
