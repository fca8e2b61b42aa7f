import { cardPage, siteRoute } from "#app/_site/site-page.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { hasInbox } from "#lib/mail/inbox.ts";
import { config } from "#lib/runtime/config.ts";

export const dynamic = "force-dynamic";

/** The same page for every address, so that it does not tell which addresses are known. */
export const GET = siteRoute("sign-in sent", async () =>
  cardPage(
    "Check your mail",
    <>
      <p>If this address has access, we have sent a link. It works once, for ten minutes, in any browser.</p>
      {hasInbox() && (
        <>
          <p>This machine sends no mail. What it would send is in the local inbox.</p>
          <ButtonLink variant="primary" className="w-full" href="/inbox">
            Open the inbox
          </ButtonLink>
        </>
      )}
      <details>
        <summary className="font-semibold">What if no mail comes?</summary>
        <ul className="mt-2 grid list-disc gap-1 ps-5 text-soft">
          <li>Look in your spam folder.</li>
          <li>
            The address may be mistyped: <a href="/sign-in">enter it again</a>.
          </li>
          {config().signUp !== "anyone" && (
            <li>The address may have no access: an owner of your organization can invite you, on the Team page.</li>
          )}
        </ul>
      </details>
    </>,
  ),
);
