import { Fragment } from "react";
import { Brand, sitePage, siteRoute } from "#app/_site/site-page.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { config } from "#lib/runtime/config.ts";

export const dynamic = "force-dynamic";

const words = wordsForIntegrators();

/** Answers at the address itself: what this is, for shops, and a way back for visitors who got lost. */
export const GET = siteRoute("front page", async () => {
  return sitePage({
    title: words("home.title"),
    className: "site",
    children: (
      <>
        <header className="top">
          <Brand />
          <nav aria-label="Site">
            <a href="/docs">{words("home.docs")}</a>
            <a href="/retention">{words("home.retention")}</a>
          </nav>
          <a className="btn" href="/sign-in">
            {words("home.signIn")}
          </a>
        </header>
        <main>
          <div className="hero">
            <Pitch />
            <Picture />
          </div>
          <Steps />
          <section className="holds" aria-label={words("home.holds.heading")}>
            {HOLDS.map(([name, text]) => (
              <div key={name}>
                <h3>{words(name)}</h3>
                <p className="soft">{words(text)}</p>
              </div>
            ))}
          </section>
        </main>
        <footer className="foot meta">
          <span>{words("home.host", { host: new URL(config().baseUrl).host })}</span>
          <span>{words("home.visitors")}</span>
          <a href="/docs">{words("home.docs")}</a>
          <a href="/reasons">{words("home.reasons")}</a>
          <a href="/retention">{words("home.retention")}</a>
        </footer>
      </>
    ),
  });
});

const HOLDS = [
  ["home.holds.stolen", "home.holds.stolenText"],
  ["home.holds.page", "home.holds.pageText"],
  ["home.holds.run", "home.holds.runText"],
] as const;

function Pitch() {
  const { demoShopUrl } = config();
  return (
    <div className="pitch">
      <h1>{words("home.heading")}</h1>
      <p>{words("home.text")}</p>
      <div className="row">
        {demoShopUrl && (
          <a className="btn first" href={demoShopUrl}>
            {words("home.demo")}
          </a>
        )}
        <a className={demoShopUrl ? "btn" : "btn first"} href="/dashboard/connect?mode=test">
          {words("home.try")}
        </a>
        {demoShopUrl && (
          <a className="btn" href={`/dashboard?show=${EXAMPLE_ID}`}>
            {words("home.example")}
          </a>
        )}
      </div>
      <p className="meta">{words(demoShopUrl ? "home.demoNote" : "home.tryNote")}</p>
    </div>
  );
}

/** Draws a check in three cards: the shop, the visitor's page, the answer. */
function Picture() {
  return (
    <div className="picture" role="img" aria-label={words("home.picture.alt")}>
      <div>
        <span className="meta">shop.example</span>
        <b>{words("home.picture.shop")}</b>
      </div>
      <div>
        <span className="meta">{words("home.picture.asks")}</span>
        <span className="big">{words("home.picture.confirm")}</span>
        <span className="promise">{words("home.picture.promise")}</span>
        <span className="shape first">{words("home.picture.button")}</span>
        <span className="shape">{words("home.picture.cancel")}</span>
      </div>
      <div>
        <span className="meta">{words("home.picture.hears")}</span>
        <code>
          {'{ "age": 18,'}
          <br />
          {'  "verified": true }'}
        </code>
      </div>
    </div>
  );
}

/** Tells the backend's way, as the quick start has it. */
const stepsAt = (baseUrl: string) =>
  [
    ["home.steps.id", "session.device ??= crypto.randomUUID()"],
    ["home.steps.send", `${baseUrl}/api/url_generator_s/{key}/{device}/18?domain={page}`],
    ["home.steps.ask", `${baseUrl}/api/auth_check/{token}/{device}?plugin_key={key}`],
  ] as const;

/** An address breaks after its slashes first. */
function breakable(code: string) {
  return code.split(/(?<=[^/:]\/)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Steps() {
  return (
    <section className="how">
      <h2>{words("home.steps.heading")}</h2>
      <ol>
        {stepsAt(config().baseUrl).map(([name, code]) => (
          <li key={name}>
            <h3>{words(name)}</h3>
            <pre className="code">
              <code>{breakable(code)}</code>
            </pre>
          </li>
        ))}
      </ol>
      <p>
        <a href="/docs/quick-start">{words("home.steps.more")}</a>
      </p>
    </section>
  );
}
