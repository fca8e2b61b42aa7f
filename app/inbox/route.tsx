import { Brand, sitePage, siteRoute } from "#app/_site/site-page.tsx";
import { notFound } from "#app/verify/_lib/not-found.ts";
import { readInbox } from "#lib/mail/inbox.ts";
import { paragraphsOf } from "#lib/mail/letter.rules.ts";
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
    className: "site",
    children: (
      <>
        <header className="top">
          <Brand />
          <nav aria-label="Site">
            <a href="/docs">Docs</a>
          </nav>
          <a className="btn" href="/dashboard">
            Dashboard
          </a>
        </header>
        <main className="mails">
          <div className="stack">
            <h1>Local inbox</h1>
            <p className="soft">No mail leaves this machine. What would be sent is here, the newest first.</p>
          </div>
          {emails.length === 0 && (
            <p className="card">
              No mail yet. <a href="/sign-in">Sign in</a> to send yourself one.
            </p>
          )}
          {emails.map(({ name, at, to, subject, text }) => (
            <article key={name} className="card stack">
              <div>
                <h2>{subject}</h2>
                <p className="meta">
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
                  <a key={one.href} className="btn first" href={one.href}>
                    {one.action}
                  </a>
                ),
              )}
            </article>
          ))}
        </main>
      </>
    ),
  });
});
