import { SiteCard } from "#app/_site/site-card.tsx";
import { sitePage, siteRoute } from "#app/_site/site-page.tsx";
import { SiteMain, TopBar } from "#app/_site/top-bar.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { notFound } from "#app/verify/_lib/not-found.ts";
import { readInbox } from "#lib/mail/inbox.ts";
import { paragraphsOf } from "#lib/mail/letter-html.rules.ts";
import { config } from "#lib/runtime/config.ts";

export const dynamic = "force-dynamic";

/** For example "21 Nov 2026, 14:35". */
const SENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** The mail of a demo or a development machine, which sends none. */
export const GET = siteRoute("inbox", async (request) => {
  // DNS rebinding: a foreign page whose name resolves to this machine must not read the mail.
  const isAskedHere = request.headers.get("host") === new URL(config().baseUrl).host;
  const emails = isAskedHere ? await readInbox() : null;
  if (emails === null) return notFound(request);
  return sitePage({
    title: "Local inbox",
    isWide: true,
    children: (
      <>
        <TopBar links={[{ href: "/docs", words: "Docs" }]} next={{ href: "/dashboard", words: "Dashboard" }} />
        <SiteMain className="grid gap-6 pt-6 pb-10 *:max-w-176">
          <div className="grid gap-4">
            <h1>Local inbox</h1>
            <p className="text-soft">No mail leaves this machine. What would be sent is here, the newest first.</p>
          </div>
          {emails.length === 0 && (
            <SiteCard>
              <p>
                No mail yet. <a href="/sign-in">Sign in</a> to send yourself one.
              </p>
            </SiteCard>
          )}
          {emails.map(({ name, at, to, subject, text }) => (
            <SiteCard key={name} as="article">
              <div>
                <h2>{subject}</h2>
                <p className="text-meta text-soft">
                  To {to}
                  {at && (
                    <>
                      {" · "}
                      <time dateTime={at.toISOString()}>{SENT.format(at)} UTC</time>
                    </>
                  )}
                </p>
              </div>
              {paragraphsOf(text).map((one) =>
                typeof one === "string" ? (
                  <p key={one}>{one}</p>
                ) : (
                  <ButtonLink key={one.href} variant="primary" className="justify-self-start" href={one.href}>
                    {one.action}
                  </ButtonLink>
                ),
              )}
            </SiteCard>
          ))}
        </SiteMain>
      </>
    ),
  });
});
